import { byteLines } from "../../base/byte_lines.ts";
import type { Clock } from "../../base/clock.ts";
import { runCommand } from "../../base/command.ts";
import { createSmiCsv } from "./smi_csv.ts";
import { probeSmi, smiArguments, smiFailure } from "./smi_probe.ts";
import type { FoundSource, SourceEvent } from "./source.ts";
import { createTicks, type Tick } from "./ticks.ts";

/** How long nvidia-smi is given to end before it is killed, and then left. */
const PATIENCE_MS = 1000;

/**
 * Finds nvidia-smi and what it can tell. Its readings come from one process that prints a row for
 * each GPU once a second; when it ends before it is told to, that is a failed reading, and another
 * one is started a second later.
 */
export async function findSmi(
  { clock, program = "nvidia-smi", intervalMs = 1000 }: {
    clock: Clock;
    program?: string;
    intervalMs?: number;
  },
): Promise<FoundSource> {
  let probe;
  try {
    probe = await probeSmi((args) => runCommand(program, args, { timeoutMs: 20_000 }));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { kind: "absent" };
    throw error;
  }
  if (probe.kind === "failed") return probe;
  const { fields, rows, version } = probe;
  const args = [...smiArguments(fields), `--loop-ms=${intervalMs}`];
  const devices = rows.map(({ name, reading: { device } }) => ({
    device,
    name: name ?? "GPU",
    energyRangeMicrojoules: null,
  }));
  return {
    kind: "found",
    source: {
      facts: { tool: "nvidia-smi", version, fields, devices },
      first: rows.map(({ reading }) => reading),
      events: async function* (signal) {
        while (!signal.aborted) {
          yield* oneProcess(program, args, rows.length, { clock, signal });
          await clock.sleep(intervalMs, signal).catch(() => {});
        }
      },
    },
  };
}

async function* oneProcess(
  program: string,
  args: readonly string[],
  gpus: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): AsyncGenerator<SourceEvent> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args: [...args],
      // a Ctrl-C in the terminal is for us, and we end it when we are done with it
      detached: true,
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch {
    yield { kind: "failed", message: "nvidia-smi is gone" };
    return;
  }
  const reader = child.stdout.getReader();
  // a tool that hangs in the driver cannot be killed: what it may still say is given up
  const leave = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", leave, { once: true });
  const csv = createSmiCsv();
  const ticks = createTicks<Stamp>(gpus);
  let said = "";
  try {
    for await (const { bytes } of byteLines(chunksOf(reader))) {
      const stamp = { atNs: clock.nowNs(), wallMs: clock.wallMs() };
      const line = csv.feed(new TextDecoder().decode(bytes));
      if (line.kind === "row") yield* ticks.add(line.row, stamp).map(readingOf);
      if (line.kind !== "other") continue;
      said ||= line.text;
      yield { kind: "remark", code: "tool-message", message: line.text };
    }
    yield* ticks.rest().map(readingOf);
  } finally {
    signal.removeEventListener("abort", leave);
    const code = await end(child, clock);
    if (code !== undefined) said = smiFailure(code, said);
  }
  if (!signal.aborted) yield { kind: "failed", message: said };
}

type Stamp = { atNs: number; wallMs: number };

function readingOf({ stamp, rows }: Tick<Stamp>): SourceEvent {
  const devices = rows.map(({ reading }) => reading);
  return { kind: "reading", ...stamp, toolTime: rows[0].time, devices };
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Waits for the end of a process, asks it to end, kills it; undefined when nothing helps. */
async function end(child: Deno.ChildProcess, clock: Clock): Promise<number | null | undefined> {
  child.unref();
  for (const signal of ["SIGTERM", "SIGKILL", null] as const) {
    try {
      if (signal) child.kill(signal);
    } catch { /* it is gone already */ }
    const waited = new AbortController();
    const status = await Promise.race([
      child.status,
      clock.sleep(PATIENCE_MS, waited.signal).then(() => null, () => null),
    ]);
    waited.abort();
    if (status) return status.signal === null ? status.code : null;
  }
  return undefined;
}
