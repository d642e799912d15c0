import { fileURLToPath } from "node:url";
import { runCommand } from "../../../lib/base/command.ts";
import { pythonOrSkip } from "../../parts/python.ts";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Installed without what they depend on beside their clients: tokenizers, data sets, engines. */
const bare = ["llama-benchy==0.4.0", "sglang==0.5.23"];
const needed = [
  "aiohttp==3.14.5",
  "msgspec==0.23.0",
  "numpy==2.4.6",
  "orjson==3.13.0",
  "requests==2.34.2",
  "tqdm==4.70.1",
];

/** The peers, as they are named in `peers.py`; the first is a control. */
export const peerVersions: Record<string, string> = {
  "aiohttp-min": needed[0],
  "llama-benchy": bare[0],
  "sglang": bare[1],
};

/** The Python that has the peers, or why it cannot be had. */
export const peerPython = () => pythonOrSkip(needed, bare);

/** Where `peers.py`, the measuring client's own driver and the control lie. */
export const drivers = {
  peers: here("peers.py"),
  ours: here("our_client.ts"),
  control: here("bare_reads.ts"),
};

/** Compiles the truth server; null where there is no compiler. */
export async function truthProgram(): Promise<string | null> {
  const path = await Deno.makeTempFile({ prefix: "corebook-truth-" });
  try {
    const args = ["-O2", "-o", path, here("truth_server.c")];
    const { code, stderr } = await runCommand("cc", args, { timeoutMs: 60_000 });
    if (code === 0) return path;
    console.error(stderr);
  } catch {
    // no compiler
  }
  return null;
}

/** When the server had a request and wrote its events, by its rid, in nanoseconds. */
export type Truth = Map<number, { ttft: number; end: number }>;

/** Starts the truth server, lets a client work against it and reads its log. */
export async function againstTruth<T>(
  program: string,
  { prefillMs, gapMs, perWrite }: { prefillMs: number; gapMs: number; perWrite: number },
  work: (url: string) => Promise<T>,
): Promise<{ result: T; truth: Truth }> {
  const log = await Deno.makeTempFile({ prefix: "corebook-truth-", suffix: ".log" });
  const args = [log, `${prefillMs * 1000}`, `${gapMs * 1000}`, `${perWrite}`];
  const server = new Deno.Command(program, { args, stdout: "piped" }).spawn();
  try {
    const reader = server.stdout.getReader();
    const port = new TextDecoder().decode((await reader.read()).value).trim();
    const result = await work(`http://127.0.0.1:${port}`);
    server.kill("SIGTERM");
    await server.status;
    await reader.cancel();
    const truth: Truth = new Map();
    for (const line of (await Deno.readTextFile(log)).trim().split("\n")) {
      const [rid, received, first, , final] = line.split(" ").map(Number);
      truth.set(rid, { ttft: first - received, end: final - received });
    }
    return { result, truth };
  } finally {
    try {
      server.kill("SIGKILL");
    } catch {
      // it ended
    }
    await Deno.remove(log);
  }
}
