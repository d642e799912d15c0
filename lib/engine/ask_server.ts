import { UserError } from "../base/errors.ts";
import { storableNumber } from "../base/storable_number.ts";
import { httpGet } from "./http_get.ts";
import type { JsonObject, ServerFacts } from "./read_back.ts";

const TIMEOUT_MS = 10_000;

/** A server's answers; who owns a model tells the program with some servers. */
export interface ServerTold extends Pick<ServerFacts, "props" | "slots" | "metrics"> {
  models: string[];
  owners: string[];
  /** As vLLM and as Ollama tell it; a llama-server is not asked. */
  versions: { vllm: string | null; ollama: string | null };
}

/**
 * What a running server says of itself over HTTP; null for a route that it does not have, and for a
 * number that a record cannot hold.
 *
 * @throws {UserError} When it wants an API key or is not ready yet.
 */
export async function askServer(
  url: string,
  options: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<ServerTold> {
  const get = async (route: string) => {
    const { status, body } = await httpGet(`${url}${route}`, { timeoutMs: TIMEOUT_MS, ...options });
    if (status === 401 || status === 403) {
      throw refusal(url, "it wants an API key", "Put the key into COREBOOK_API_KEY.");
    }
    if (status === 503) throw refusal(url, "it is not ready", "Wait until its model is loaded.");
    return status === 200 ? body : null;
  };
  const props = parse(await get("/props"));
  const slots = parse(await get("/slots"));
  const metrics = await get("/metrics");
  const models = parse(await get("/v1/models"));
  const version = async (route: string) => {
    if (isObject(props) && "build_info" in props) return null; // a llama-server
    const told = parse(await get(route));
    return isObject(told) && typeof told.version === "string" ? told.version : null;
  };
  const served = isObject(models) && Array.isArray(models.data) ? models.data.filter(isObject) : [];
  const texts = (member: string) =>
    served.map((model) => model[member]).filter((text) => typeof text === "string");
  return {
    // some servers answer every route with status 200 and say in the body that they lack it
    props: isObject(props) && !("error" in props) ? props : null,
    slots: Array.isArray(slots) && slots.every(isObject) ? slots : null,
    metrics,
    models: texts("id"),
    owners: texts("owned_by"),
    versions: { vllm: await version("/version"), ollama: await version("/api/version") },
  };
}

function refusal(url: string, why: string, advice: string): UserError {
  return new UserError(`Cannot read the settings of the server at ${url}: ${why}.`, { advice });
}

function parse(body: string | null): unknown {
  try {
    return body === null ? null : JSON.parse(body, storableNumber);
  } catch {
    return null; // some other server's page under the same route
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
