import assert from "node:assert/strict";
import { join } from "node:path";
import { loadRecord } from "../../lib/archive/load.ts";
import { systemFiles } from "../../lib/base/file_system.ts";
import { seededRandom } from "../../lib/base/random.ts";
import type { RunRecord } from "../../lib/record/record.ts";
import type { Line } from "../../lib/record/response.ts";
import { recoverRecord } from "../../lib/run/recover.ts";
import { isSealed } from "../../lib/run/seal.ts";
import { engineOrSkip } from "../parts/engine.ts";
import { quickPlan } from "../runs/real_run.ts";
import { type RunProcess, startRun } from "../runs/run_command.ts";

const engine = await engineOrSkip();
const KILLS = 100;
const AT_ONCE = 3;
const files = systemFiles();

/** Rounds that the run said were on the disk. */
function acknowledged({ events }: RunProcess): string[] {
  return events.flatMap((event) =>
    event.kind === "round-ended" ? `${event.scenario} ${event.phase} ${event.round}` : []
  );
}

/** What must hold of a record, however often its run was killed. */
function assertSound(record: RunRecord, lines: readonly Line[], promised: readonly string[]) {
  const rounds = lines.flatMap((line) =>
    line.kind === "round" ? `${line.scenario} ${line.phase} ${line.round}` : []
  );
  for (const round of promised) assert(rounds.includes(round), `${round} was acknowledged`);
  for (const { id, concurrency, roundsCompleted, status } of record.scenarios) {
    const whole = lines.filter((line) =>
      line.kind === "round" && line.scenario === id && line.phase === "measured"
    );
    assert(roundsCompleted <= whole.length, `${id} counts a round that did not end`);
    for (const line of whole) {
      if (line.kind !== "round") continue;
      const responses = lines.filter((other) =>
        other.kind === "response" && other.scenario === id && other.phase === "measured" &&
        other.round === line.round
      );
      assert.equal(responses.length, concurrency, `${id} round ${line.round}`);
    }
    assert.equal(status === "completed", roundsCompleted === record.plan.measuredRounds);
  }
}

/** What became of the runs that were killed. */
const found = { none: 0, interrupted: 0, finished: 0, resumed: 0, afterRounds: 0 };

/** Kills one run after a delay, goes on with it or closes it, and looks at what is left. */
async function killOne(
  kill: number,
  delayMs: number,
  parts: Extract<typeof engine, { ready: true }>,
): Promise<void> {
  // many short rounds: a kill is to come close to a write
  const plan = quickPlan({ promptTokens: [16, 32], outputTokens: 12, measuredRounds: 25 });
  const parent = await Deno.makeTempDir();
  const run = await startRun(parent, plan, parts);
  // from the start of the process, or from the first round on, so that most hit the campaign
  if (kill % 4 > 0) await run.until(({ kind }) => kind === "round-started").catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  try {
    run.signal("SIGKILL");
  } catch {
    // it had ended by itself
  }
  await run.ended;
  let promised = acknowledged(run);
  const [entry] = await Array.fromAsync(Deno.readDir(parent));
  const folder = entry && join(parent, entry.name);
  if (!folder || !await files.exists(join(folder, "data/record.json"))) {
    assert.deepEqual(promised, []);
    found.none++;
    await Deno.remove(parent, { recursive: true });
    return;
  }
  if (promised.length > 0) found.afterRounds++;
  if (await isSealed(files, folder)) {
    found.finished++;
  } else if (kill % 3 === 0) {
    // nothing may be left to run: then the run refuses, and the record is closed
    const again = await startRun(parent, plan, parts, ["--resume", folder]);
    await again.ended;
    promised = [...promised, ...acknowledged(again)];
    found.resumed++;
  }
  if (!await isSealed(files, folder)) {
    await recoverRecord(folder, { files, wallMs: Date.now() });
    found.interrupted++;
  }
  const { record, lines } = await loadRecord(folder);
  assertSound(record, await Array.fromAsync(lines()), promised);
  await Deno.remove(parent, { recursive: true });
}

Deno.test({
  name: `${KILLS} kills at random moments lose nothing that was acknowledged`,
  ignore: !engine.ready,
  fn: async () => {
    if (!engine.ready) return;
    const random = seededRandom(11);
    const kills = Array.from({ length: KILLS }, (_, kill) => ({ kill, delayMs: random() * 1800 }));
    // side by side: most of a run is waiting for its processes
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let next = kills.shift(); next; next = kills.shift()) {
        await killOne(next.kill, next.delayMs, engine);
      }
    });
    await Promise.all(workers);
    console.log(found);
    assert(found.afterRounds > KILLS / 10, "many kills come in the middle of a campaign");
  },
});
