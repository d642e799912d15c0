import { markdownTable } from "./markdown_table.ts";
import { savedBench } from "./saved_bench.ts";

/** What `tests/bench/client_peers.ts` found on one machine, as it lies in `data/bench`. */
export interface PeersBench {
  date: string;
  machine: string;
  runtime: string;
  /** Load average of the five minutes before its end: above the number of cores, others were at work. */
  load: number;
  /** Figures are the median of so many interleaved runs. */
  repeats: number;
  /** A control is the least that a library can do: nobody's product, and no yardstick. */
  clients: { id: string; version: string | null; kind: "own" | "control" | "peer" }[];
  /** First to last send of a barrier of four, median. */
  barrierSpreadMs: number;
  cases: {
    id: string;
    rows: {
      client: string;
      /** The client's time minus the server's. */
      ttftErrorMs: { median: number; p99: number };
      endErrorMs: { median: number; p99: number };
      eventsPerSecond: number;
      cpuSecondsPerMillion: number;
      /** Gaps under 50 us where the server left 5 ms; null where the client keeps no gaps. */
      closedShare: number | null;
    }[];
  }[];
}

/** The control that reads sockets and parses nothing. */
export const leastClient = "reads only";

type Row = PeersBench["cases"][number]["rows"][number];

/** A goal: a figure of this client in a case, against the best peer's or a fixed bound. */
interface Goal {
  what: string;
  case: string;
  of(row: Row): number | null;
  better: "lower" | "higher";
  /** At most (lower) or at least (higher) this ratio to the best peer's; or `bound`, as it stands. */
  ratio?: number;
  bound?: number;
}

const four = "4 streams";
const many = "256 streams";
const goals: readonly Goal[] = [
  goal("TTFT error, median", four, (row) => row.ttftErrorMs.median, 0.4),
  goal("TTFT error, p99", four, (row) => row.ttftErrorMs.p99, 0.4),
  goal("response time error, median", four, (row) => row.endErrorMs.median, 0.4),
  goal("response time error, p99", four, (row) => row.endErrorMs.p99, 0.4),
  goal("TTFT error, median", many, (row) => row.ttftErrorMs.median, 0.5),
  goal("TTFT error, p99", many, (row) => row.ttftErrorMs.p99, 0.15),
  goal("response time error, median", many, (row) => row.endErrorMs.median, 0.5),
  goal("response time error, p99", many, (row) => row.endErrorMs.p99, 0.15),
  goal("CPU a million events", "full speed, 1 event a write", cpu, 0.5),
  goal("CPU a million events", "full speed, 32 events a write", cpu, 0.25),
  { ...goal("events/s", "full speed, 1 event a write", speed, 1.35), better: "higher" },
  { ...goal("events/s", "full speed, 32 events a write", speed, 3.5), better: "higher" },
  {
    what: "TTFT error, ms",
    case: "first request of a process",
    of: (row) => row.ttftErrorMs.median,
    better: "lower",
    bound: 1,
  },
  {
    what: "gaps closed, share",
    case: many,
    of: ({ closedShare }) => closedShare,
    better: "lower",
    bound: 0.01,
  },
];

function goal(what: string, name: string, of: Goal["of"], ratio: number): Goal {
  return { what, case: name, of, better: "lower", ratio };
}

function cpu(row: Row): number {
  return row.cpuSecondsPerMillion;
}

function speed(row: Row): number {
  return row.eventsPerSecond;
}

/** The committed figures as Markdown. */
export async function clientPeersBlock(): Promise<string> {
  return clientPeersMarkdown(await savedBench<PeersBench>("client_peers"));
}

/** Every client in every case, and this client against its goals. */
export function clientPeersMarkdown(bench: PeersBench): string {
  const peers = new Set(bench.clients.filter(({ kind }) => kind === "peer").map(({ id }) => id));
  const versions = bench.clients.flatMap(({ version }) => version ?? []).join(", ");
  return [
    `Found on ${bench.date} on ${bench.machine}, ${bench.runtime}, medians of ${bench.repeats} ` +
    `interleaved runs, load average ${shown(bench.load)}. Others: ${
      versions || "none could be installed"
    }. Two are controls: ${leastClient} parses nothing, the least that a client in this runtime can ` +
    "do, and aiohttp-min is the least that a client of aiohttp can do. The best peer is the best of " +
    "the others. At full speed a client that keeps one core busy costs 1 / (events/s), and the server " +
    "bounds the events; at 256 streams all clients are given the same events. A barrier " +
    `of four releases its sends within ${shown(bench.barrierSpreadMs)} ms (median). An event in ` +
    "the arrival log takes 12 bytes, 24 while it grows. Of 8 events a write, 7 gaps are truly closed.",
    markdownTable(
      [
        "case",
        "client",
        "TTFT error, ms: median, p99",
        "response time error, ms: median, p99",
        "events/s",
        "CPU s a million events",
        "gaps closed",
      ],
      bench.cases.flatMap(({ id, rows }) =>
        rows.map((row) => [
          id,
          row.client,
          `${shown(row.ttftErrorMs.median)}, ${shown(row.ttftErrorMs.p99)}`,
          `${shown(row.endErrorMs.median)}, ${shown(row.endErrorMs.p99)}`,
          id.startsWith("full") ? Math.round(row.eventsPerSecond).toLocaleString("en") : "",
          id.startsWith("first") ? "" : shown(row.cpuSecondsPerMillion),
          row.closedShare === null || id.startsWith("full")
            ? ""
            : `${(row.closedShare * 100).toFixed(2)}%`,
        ])
      ),
    ),
    markdownTable(
      ["figure", "case", "corebook", "best peer", "ratio", "goal", "met"],
      goals.flatMap((one) => goalRow(one, bench, peers)),
    ),
  ].join("\n\n");
}

function goalRow(
  { what, case: name, of, better, ratio, bound }: Goal,
  bench: PeersBench,
  peers: ReadonlySet<string>,
): string[][] {
  const rows = bench.cases.find(({ id }) => id === name)?.rows ?? [];
  const ours = rows.find(({ client }) => client === "corebook");
  const value = ours ? of(ours) : null;
  if (value === null) return [];
  const best = (better === "lower" ? Math.min : Math.max)(
    ...rows.filter(({ client }) => peers.has(client)).flatMap((row) => of(row) ?? []),
  );
  if (bound !== undefined) {
    const peer = Number.isFinite(best) ? shown(best) : "";
    return [[what, name, shown(value), peer, "", `under ${bound}`, value < bound ? "yes" : "no"]];
  }
  if (!Number.isFinite(best)) return [];
  const found = value / best;
  const met = better === "lower" ? found <= ratio! : found >= ratio!;
  const limit = `${better === "lower" ? "at most" : "at least"} ${ratio}`;
  // a goal that the least of clients misses too is out of reach of any client in this runtime
  const least = rows.find(({ client }) => client === leastClient);
  const missed = least ? `no (${leastClient}: ${((of(least) ?? NaN) / best).toFixed(2)})` : "no";
  return [[what, name, shown(value), shown(best), found.toFixed(2), limit, met ? "yes" : missed]];
}

/** Three digits that count. */
function shown(value: number): string {
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en")
    : `${Number(value.toPrecision(3))}`;
}
