/**
 * Runs a soak as a process of its own and watches its memory: the runner's resident bytes may grow by
 * at most 2 % from the middle of the soak to its end. Takes as long as the plan; no part of the tests.
 *
 *     deno task soak --out data/core-1.1
 *
 * Everything after the plan goes to `corebook run` as it stands. Linux only: it reads /proc.
 *
 * @module
 */
import { join } from "node:path";
import { TextLineStream } from "@std/streams/text-line-stream";
import { project } from "../../lib/base/project.ts";
import { loadPlan } from "../../lib/plan/load.ts";
import type { ProgressEvent } from "../../lib/run/progress.ts";
import { median } from "../../lib/stats/median.ts";

const LIMIT = 0.02;
const SAMPLE_MS = 1000;

interface Sample {
  /** Since the first measured round was released. */
  seconds: number;
  bytes: number;
}

const [name, ...more] = Deno.args;
const { soak } = await loadPlan(name);
if (!soak) throw new Error(`${name} is no soak`);
const half = soak.minimumSeconds / 2;
// what is compared: a twentieth of the soak before its middle and before its end
const width = soak.minimumSeconds / 20;

const child = new Deno.Command(Deno.execPath(), {
  args: ["run", "-A", join(project.root, "lib/cli.ts"), "run", name, "--json", ...more],
  stdout: "piped",
}).spawn();
const samples: Sample[] = [];
let startMs: number | null = null;
const sampling = setInterval(() => {
  if (startMs === null) return;
  const status = Deno.readTextFileSync(`/proc/${child.pid}/status`);
  const bytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)![1]) * 1024;
  samples.push({ seconds: (performance.now() - startMs) / 1000, bytes });
}, SAMPLE_MS);

let rounds = 0;
const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
for await (const line of lines) {
  const event: ProgressEvent = JSON.parse(line);
  if (event.kind === "round-started" && event.phase === "measured") startMs ??= performance.now();
  if (event.kind === "round-ended" && event.phase === "measured") rounds = event.round;
  if (event.kind === "scenario-ended") clearInterval(sampling);
  if (event.kind === "run-ended") console.log(`Record: ${event.folder}`);
}
clearInterval(sampling);
const { code } = await child.status;

/** Median of the resident bytes in the stretch that ends then. */
function around(endSeconds: number): number {
  const near = samples.filter(({ seconds }) =>
    seconds > endSeconds - width && seconds <= endSeconds
  );
  const middle = median(near.map(({ bytes }) => bytes));
  if (middle === null) throw new Error(`no sample before second ${endSeconds}`);
  return middle;
}

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
for (let part = 1; part <= 20; part++) {
  const minutes = (part * width / 60).toFixed(1);
  console.log(`  until ${minutes} min: ${mebibytes(around(part * width))}`);
}
const [middle, end] = [around(half), around(soak.minimumSeconds)];
const grown = end / middle - 1;
console.log(
  `${rounds} rounds; resident ${mebibytes(middle)} at ${half / 60} min, ${mebibytes(end)} at ` +
    `${soak.minimumSeconds / 60} min: ${(grown * 100).toFixed(2)} % (at most ${LIMIT * 100} %)`,
);
if (code !== 0 || grown > LIMIT) Deno.exit(1);
