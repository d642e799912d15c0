import { basename, dirname } from "node:path";
import type { Clock } from "../base/clock.ts";
import { messageOf, UserError } from "../base/errors.ts";
import type { ServerSettings } from "../record/plan.ts";
import { filterPrivate, machineNames } from "../record/privacy.ts";
import { askServer } from "./ask_server.ts";
import { type ChildServer, spawnServer } from "./child_server.ts";
import type { EngineProgram } from "./engine_program.ts";
import { describeServer, type EngineServer } from "./engine_server.ts";
import { freePort } from "./free_port.ts";
import { readGgufHeader } from "./gguf_header.ts";
import { httpGet } from "./http_get.ts";
import { readServerHelp, type ServerHelp } from "./server_help.ts";
import { serverEnvironment, serverFlags } from "./settings.ts";

const POLL_MS = 50;
const LOG_LAG_MS = 2000;

/** What a server is to be started with. */
export interface ServerStart {
  program: EngineProgram;
  /** Id of the model in the plan, for the record. */
  model: string;
  modelFile: string;
  settings: ServerSettings;
  /** Any free port unless given. */
  port?: number;
  /** Added to the environment that the settings ask for. */
  env?: Record<string, string>;
  /** The run's clock; the record's times come from it. */
  clock: Clock;
  /** Gives up the start; a server that is ready is stopped by its own `stop`. */
  signal?: AbortSignal;
  /** A server that is not ready by then is given up. */
  startSeconds: number;
  log?(line: string): void;
}

/** All flags of a server for a model and settings, in the words of the build. */
export function serverArguments(
  modelFile: string,
  port: number,
  settings: ServerSettings,
  help: ServerHelp,
): string[] {
  const where = ["-m", modelFile, "--host", "127.0.0.1", "--port", `${port}`];
  return [...where, ...serverFlags(settings, help)];
}

/**
 * Starts llama-server on a port of 127.0.0.1, waits until it is ready and reads back its settings.
 * Whether they are the planned ones stands in `description.checks`; the caller decides.
 *
 * @throws {UserError} When the model file is missing or no GGUF, the port is taken, the build does
 * not know a flag, the server ends while it loads or is not ready in time.
 */
export async function startServer(start: ServerStart): Promise<EngineServer> {
  const { program, modelFile, settings, clock, signal } = start;
  await readGgufHeader(modelFile);
  const help = await readServerHelp(program.path);
  const port = freePort(start.port);
  if (port === null) {
    throw new UserError(`Cannot start llama-server: port ${start.port} of 127.0.0.1 is taken.`, {
      advice: "Stop what listens there, or leave the port to be chosen.",
    });
  }
  const environment = {
    ...inherited(/^(GGML|OMP|GOMP|CUDA|HIP|ROCR|VK)_/),
    ...serverEnvironment(settings),
    ...start.env,
  };
  const flags = serverArguments(modelFile, port, settings, help);
  start.log?.(`Starting llama-server with ${basename(modelFile)}.`);
  const startedNs = clock.nowNs();
  // settings from variables of its own would go unseen, and the key is for another server
  const env = { ...inherited(/^(?!LLAMA_|COREBOOK_API_KEY$)/), ...environment };
  const child = await spawnServer(program.path, flags, env, clock);
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, child, start);
    const readyNs = clock.nowNs();
    await untilLogged(child, start);
    const told = await askServer(url, { signal }).catch((error) => {
      if (error instanceof UserError || signal?.aborted) throw error;
      const why = `${messageOf(error)}; its last words: "${shown(child.log.complaint() ?? "")}"`;
      throw new UserError(`Cannot read the settings of llama-server: ${why}.`, { cause: error });
    });
    const loaded = told.props?.model_path;
    if (typeof loaded === "string" && basename(loaded) !== basename(modelFile)) {
      throw new UserError(`Cannot start llama-server: another one answers on port ${port}.`);
    }
    const here = machineNames();
    const folders = [...here.folders, dirname(modelFile), dirname(program.path)];
    const names = { ...here, folders };
    const facts = { ...told, log: child.log.text(), help };
    const build = told.props?.build_info;
    return {
      url,
      engine: {
        ...program.engine,
        build: typeof build === "string" ? build : program.engine.build,
      },
      description: describeServer(
        { model: start.model, settings, facts, flags, environment, startedNs, readyNs },
        names,
      ),
      models: told.models,
      exited: child.ended.then((status) => endSentence(status, child, "")),
      log: () => filterPrivate(child.log.text(), names),
      stop: child.stop,
    };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

function inherited(names: RegExp): Record<string, string> {
  const all = Object.entries(Deno.env.toObject());
  return Object.fromEntries(all.filter(([name]) => names.test(name)));
}

/** Waits for the server's health while it watches the process. */
async function untilReady(
  url: string,
  child: ChildServer,
  { clock, signal, startSeconds, modelFile }: ServerStart,
): Promise<void> {
  const limitNs = clock.nowNs() + startSeconds * 1e9;
  const died = child.ended.then((status) => ({ status }));
  while (true) {
    signal?.throwIfAborted();
    const turn = await Promise.race([died, ask(url, signal)]);
    if (typeof turn === "object") throw startFault(turn.status, child, modelFile);
    if (turn === "ready") return;
    if (clock.nowNs() > limitNs) {
      const last = child.log.complaint();
      throw new UserError(
        `Cannot start llama-server: it was not ready within ${startSeconds} s` +
          (last === null ? "." : `; its last words: "${shown(last)}".`),
        {
          advice: "Give it longer (startSeconds in the plan's limits), or look for what holds it.",
        },
      );
    }
    await Promise.race([died, clock.sleep(POLL_MS, signal)]);
  }
}

/** The log comes on a thread of its own: its last line of the start may be later than the health. */
async function untilLogged(child: ChildServer, { clock, signal }: ServerStart): Promise<void> {
  const limitNs = clock.nowNs() + LOG_LAG_MS * 1e6;
  while (clock.nowNs() < limitNs && !child.log.text().includes("listening on ")) {
    await clock.sleep(10, signal);
  }
}

async function ask(url: string, signal?: AbortSignal): Promise<"ready" | "not yet"> {
  try {
    const { status } = await httpGet(`${url}/health`, { timeoutMs: 5000, signal });
    return status === 200 ? "ready" : "not yet"; // 503 while it loads
  } catch {
    return "not yet"; // it does not listen yet; the caller watches the signal
  }
}

/** The sentence for a server that ended before it was ready. */
function startFault(status: Deno.CommandStatus, child: ChildServer, modelFile: string): UserError {
  const text = child.log.text();
  const flag = /invalid argument: (\S+)/.exec(text)?.[1];
  if (flag !== undefined) {
    return new UserError(`Cannot start llama-server: this build does not know the flag ${flag}.`, {
      advice: "Use a build of the last year.",
    });
  }
  const port = /couldn't bind .*port: (\d+)/.exec(text)?.[1];
  if (port !== undefined) {
    return new UserError(`Cannot start llama-server: port ${port} of 127.0.0.1 is taken.`);
  }
  const file = basename(modelFile);
  return new UserError(
    `Cannot start llama-server: ${endSentence(status, child, ` while it loaded ${file}`)}`,
    { advice: "Its message tells what it lacked: often memory, or a newer build for this model." },
  );
}

function endSentence(status: Deno.CommandStatus, child: ChildServer, when: string): string {
  const how = status.signal === null ? `with status ${status.code}` : `by ${status.signal}`;
  const words = status.success ? null : child.log.complaint();
  return `llama-server ended ${how}${when}${words === null ? "" : ` and said "${shown(words)}"`}.`;
}

function shown(words: string): string {
  return filterPrivate(words).slice(0, 300);
}
