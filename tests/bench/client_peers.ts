/**
 * How late and how dear the measuring client is, beside other clients on the same machine, in
 * interleaved runs against a server that knows when it sent each event. `--json` prints one object;
 * `--save` writes it to data/bench/client_peers.json, from which METHOD.md has its table; `--quick`
 * runs once and short.
 */
import { join } from "node:path";
import { runCommand } from "../../lib/base/command.ts";
import { project } from "../../lib/base/project.ts";
import { leastClient, type PeersBench } from "../../lib/docs/client_peers_block.ts";
import { describeHost } from "../../lib/engine/host.ts";
import { quantile } from "../../lib/stats/quantile.ts";
import type { Measured, Order } from "./peers/order.ts";
import {
  againstTruth,
  drivers,
  peerPython,
  peerVersions,
  type Truth,
  truthProgram,
} from "./peers/parts.ts";

const flags = new Set(Deno.args);
const quick = flags.has("--quick");
const repeats = quick ? 1 : 3;
const say = (line: string) => console.error(line);

type Shape = { prefillMs: number; gapMs: number; perWrite: number };
const paced: Shape = { prefillMs: 200, gapMs: 5, perWrite: 1 };
const full = (perWrite: number): Shape => ({ prefillMs: 0, gapMs: 0, perWrite });
const cases: { id: string; shape: Shape; order: Omit<Order, "url"> }[] = [
  {
    id: "4 streams",
    shape: paced,
    order: { streams: 4, requests: quick ? 8 : 16, tokens: 256, warm: 4, pad: 8192 },
  },
  {
    id: "4 streams, 8 events a write",
    shape: { ...paced, perWrite: 8 },
    order: { streams: 4, requests: 8, tokens: 256, warm: 4, pad: 8192 },
  },
  {
    id: "256 streams",
    shape: paced,
    order: { streams: 256, requests: quick ? 256 : 512, tokens: 256, warm: 64, pad: 8192 },
  },
  {
    id: "full speed, 1 event a write",
    shape: full(1),
    order: { streams: 4, requests: quick ? 400 : 1000, tokens: 256, warm: 4, pad: 64 },
  },
  {
    id: "full speed, 32 events a write",
    shape: full(32),
    order: { streams: 4, requests: quick ? 400 : 1000, tokens: 256, warm: 4, pad: 64 },
  },
  {
    id: "first request of a process",
    shape: paced,
    order: { streams: 1, requests: 1, tokens: 16, warm: 0, pad: 8192 },
  },
];

const found = await truthProgram();
if (found === null) {
  say("LEFT OUT: the bench beside other clients needs a C compiler (cc) for its truth server.");
  Deno.exit(0);
}
const program: string = found;
const part = await peerPython();
const python = part.ready ? join(part.bin, "python") : null;
if (!python) say("Without peers. data/bench/client_peers.json has recorded ratios.");

const ours = { "corebook": "/completion", "corebook, chat": "/v1/chat/completions" };
const clients = [...Object.keys(ours), leastClient, ...(python ? Object.keys(peerVersions) : [])];

async function drive(client: string, order: Order): Promise<Measured> {
  const text = JSON.stringify(order);
  const [command, args] = client in ours
    ? [Deno.execPath(), ["run", "-A", drivers.ours, ours[client as keyof typeof ours], text]]
    : client === leastClient
    ? [Deno.execPath(), ["run", "-A", drivers.control, text]]
    : [python!, [drivers.peers, client, text]];
  return JSON.parse(await resultOf(command, args));
}

async function resultOf(command: string, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(command, args, { timeoutMs: 300_000 });
  const result = /^RESULT (.*)$/m.exec(stdout)?.[1];
  if (code !== 0 || result === undefined) throw new Error(`${command} ${args[0]}: ${stderr}`);
  return result;
}

interface Run {
  ttft: number[];
  end: number[];
  eventsPerSecond: number;
  cpuPerMillion: number;
  closedShare: number | null;
}

function judge({ requests, cpuSeconds, wallSeconds }: Measured, truth: Truth): Run {
  const events = requests.reduce((sum, [, , , count]) => sum + count, 0);
  const total = (at: 4 | 5) => requests.reduce((sum, row) => sum + (row[at] ?? 0), 0);
  return {
    ttft: requests.map(([rid, ttft]) => ttft - truth.get(rid)!.ttft),
    end: requests.map(([rid, , end]) => end - truth.get(rid)!.end),
    eventsPerSecond: events / wallSeconds,
    cpuPerMillion: cpuSeconds / events * 1e6,
    closedShare: requests[0][4] === null || total(5) === 0 ? null : total(4) / total(5),
  };
}

const runs = new Map<string, Run[]>();
for (let repeat = 0; repeat < repeats; repeat++) {
  for (const { id, shape, order } of cases) {
    const turn = repeat % 2 === 0 ? clients : clients.toReversed();
    for (const client of turn) {
      const { result, truth } = await againstTruth(
        program,
        shape,
        (url) => drive(client, { url, ...order }),
      );
      const key = `${id}|${client}`;
      runs.set(key, [...runs.get(key) ?? [], judge(result, truth)]);
      say(`${id}, ${client}, run ${repeat + 1} of ${repeats}`);
    }
  }
}
const barrier = await againstTruth(program, { prefillMs: 1, gapMs: 0, perWrite: 32 }, (url) => {
  const order: Order = { url, streams: 4, requests: 50, tokens: 8, warm: 4, pad: 8192 };
  return resultOf(Deno.execPath(), ["run", "-A", drivers.ours, "barrier", JSON.stringify(order)]);
});
await Deno.remove(program);

/** Median over the repeats of a figure of each. */
const middle = (all: Run[], figure: (run: Run) => number | null): number | null => {
  const values = all.map(figure).filter((value) => value !== null);
  return values.length === 0 ? null : quantile(values, 0.5);
};
const ms = (ns: number | null) => ns === null ? null : ns / 1e6;
const host = await describeHost();
const bench: PeersBench = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${host.cores} cores (${host.cpu ?? host.architecture}), ${host.os}`,
  runtime: `deno ${Deno.version.deno}`,
  load: Deno.loadavg()[1],
  repeats,
  clients: clients.map((id) => ({
    id,
    version: peerVersions[id] ?? null,
    kind: id in ours ? "own" : id === leastClient || id === "aiohttp-min" ? "control" : "peer",
  })),
  barrierSpreadMs: ms(quantile(JSON.parse(barrier.result) as number[], 0.5))!,
  cases: cases.map(({ id }) => ({
    id,
    rows: clients.map((client) => {
      const all = runs.get(`${id}|${client}`)!;
      const error = (what: "ttft" | "end", p: number) =>
        ms(middle(all, (run) => quantile(run[what], p)))!;
      return {
        client,
        ttftErrorMs: { median: error("ttft", 0.5), p99: error("ttft", 0.99) },
        endErrorMs: { median: error("end", 0.5), p99: error("end", 0.99) },
        eventsPerSecond: middle(all, (run) => run.eventsPerSecond)!,
        cpuSecondsPerMillion: middle(all, (run) => run.cpuPerMillion)!,
        closedShare: middle(all, (run) => run.closedShare),
      };
    }),
  })),
};
if (flags.has("--save")) {
  const path = join(project.data, "bench", "client_peers.json");
  await Deno.writeTextFile(path, JSON.stringify(bench, null, 2) + "\n");
}
if (flags.has("--json")) {
  console.log(JSON.stringify(bench));
} else {
  const { clientPeersMarkdown } = await import("../../lib/docs/client_peers_block.ts");
  console.log(clientPeersMarkdown(bench));
}
