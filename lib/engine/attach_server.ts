import { messageOf, UserError } from "../base/errors.ts";
import type { ServerSettings } from "../record/plan.ts";
import { machineNames } from "../record/privacy.ts";
import type { Engine } from "../record/record.ts";
import { askServer, type ServerTold } from "./ask_server.ts";
import { describeServer, type EngineServer } from "./engine_server.ts";

/**
 * Reads what it can of a server that is running already. Flags and log of it are unknown, so most
 * settings stay `unverified`; other servers than llama-server tell none at all.
 *
 * @param options.apiKey Sent with each question; kept nowhere.
 * @throws {UserError} When nothing answers at the URL, or it wants another key or is loading.
 */
export async function attachServer(
  { url, model, settings, apiKey, signal }: {
    url: string;
    /** Id of the model in the plan, for the record. */
    model: string;
    settings: ServerSettings;
    apiKey?: string;
    signal?: AbortSignal;
  },
): Promise<EngineServer> {
  const base = url.replace(/\/+$/, "").replace(/\/v1$/, "");
  if (!/^https?:\/\/./.test(base)) {
    throw new UserError(`Cannot measure ${url}: it is not an http or https URL.`, {
      advice: "Write it like http://127.0.0.1:9931.",
    });
  }
  const headers = apiKey === undefined ? undefined : { Authorization: `Bearer ${apiKey}` };
  let told;
  try {
    told = await askServer(base, { headers, signal });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`Cannot reach a server at ${base}: ${messageOf(error)}.`, {
      advice: "Start it, or check the address.",
      cause: error,
    });
  }
  const here = machineNames();
  const names = { ...here, hosts: [...here.hosts, new URL(base).hostname] };
  return {
    url: base,
    engine: engineOf(told),
    description: describeServer({
      model,
      settings,
      facts: { ...told, log: null, help: null },
      flags: [],
      environment: {},
      startedNs: null,
      readyNs: null,
    }, names),
    models: told.models,
    exited: new Promise(() => {}),
    log: () => null,
    stop: () => Promise.resolve(),
  };
}

/** Names the program by what it says of itself; `unknown` when it says nothing. */
function engineOf({ props, owners, versions }: ServerTold): Engine {
  const build = typeof props?.build_info === "string" ? props.build_info : null;
  const name = build !== null || owners.includes("llamacpp")
    ? "llama-server"
    : versions.ollama !== null
    ? "ollama"
    : owners[0] ?? "unknown";
  return {
    name,
    build,
    version: name === "ollama" ? versions.ollama : name === "vllm" ? versions.vllm : null,
    obtained: "url",
    package: null,
  };
}
