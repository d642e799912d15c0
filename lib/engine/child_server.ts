import { runCommand } from "../base/command.ts";
import type { Clock } from "../base/clock.ts";
import { ServerLog } from "./server_log.ts";

/** How long a server is given after each request to end. */
const PATIENCE_MS = 2000;

/** A server process with its log. */
export interface ChildServer {
  pid: number;
  log: ServerLog;
  /** Resolves when the process has ended and all that it wrote was read. */
  ended: Promise<Deno.CommandStatus>;
  /** Asks it to end, twice, then kills it; resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts a server that does not outlive this process: where `setpriv` is at hand the system kills
 * it with us, whatever way we go; elsewhere it is killed when we end in an orderly way.
 *
 * @param env The whole environment of the server.
 */
export async function spawnServer(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  clock: Clock,
): Promise<ChildServer> {
  const leash = await canLeash() ? ["setpriv", "--pdeathsig", "KILL", "--"] : [];
  const [command, ...rest] = [...leash, program, ...args];
  const child = new Deno.Command(command, {
    args: rest,
    // a Ctrl-C in the terminal is for us, and we stop the server when we are done with it
    detached: true,
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const log = new ServerLog();
  const read = Promise.all([log.readFrom(child.stdout), log.readFrom(child.stderr)]);
  const kill = (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch { /* it is gone already */ }
  };
  const lastResort = () => kill("SIGKILL");
  addEventListener("unload", lastResort);
  let running = true;
  const ended = child.status.then(async (status) => {
    running = false;
    removeEventListener("unload", lastResort);
    await read;
    return status;
  });
  const stop = async () => {
    for (const signal of ["SIGTERM", "SIGTERM", "SIGKILL"] as const) {
      if (!running) break;
      kill(signal);
      const waited = new AbortController();
      await Promise.race([ended, clock.sleep(PATIENCE_MS, waited.signal).catch(() => {})]);
      waited.abort();
    }
    await ended;
  };
  return { pid: child.pid, log, ended, stop };
}

let leashKnown: Promise<boolean> | null = null;

/** Whether this system has a `setpriv` that can tie a process to its parent. */
function canLeash(): Promise<boolean> {
  leashKnown ??= runCommand("setpriv", ["--pdeathsig", "KILL", "--", "true"], { timeoutMs: 10_000 })
    .then(({ code }) => code === 0, () => false);
  return leashKnown;
}
