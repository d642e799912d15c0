import assert from "node:assert/strict";
import { join } from "node:path";
import { checkPayload } from "../../lib/archive/check_payload.ts";
import { loadRecord } from "../../lib/archive/load.ts";
import { systemFiles } from "../../lib/base/file_system.ts";
import { UserError } from "../../lib/base/errors.ts";
import { encodeLine } from "../../lib/record/journal.ts";
import type { RunRecord } from "../../lib/record/record.ts";
import { runCampaign } from "../../lib/run/campaign.ts";
import { lockRun } from "../../lib/run/lock.ts";
import type { ProgressEvent } from "../../lib/run/progress.ts";
import { notesPromptText } from "../../lib/run/prompt_text_note.ts";
import { recoverRecord } from "../../lib/run/recover.ts";
import type { RequestSpec } from "../../lib/run/client/request_spec.ts";
import { continuedClock, resumeSession, whatIsLeft } from "../../lib/run/resume.ts";
import { createStopSwitch, type StopSwitch } from "../../lib/run/stop.ts";
import { readUnfinished } from "../../lib/run/unfinished.ts";
import { inFolder } from "../in_folder.ts";
import { hastyFiles } from "../records/hasty_files.ts";
import { fullAfter, gatedFiles, killedAt } from "../runs/faulty_files.ts";
import {
  type Answer,
  linesOf,
  scriptedPrepare,
  type ScriptedRun,
  scriptedRun,
  scriptedServer,
  smallPlan,
  virtualClock,
} from "../runs/scripted_run.ts";

const files = hastyFiles();
const wallMs = Date.UTC(2026, 0, 2);

const statuses = ({ scenarios }: RunRecord) =>
  scenarios.map(({ id, status, roundsCompleted, resumed }) =>
    `${id.replace("tiny-cycle-", "")} ${status} ${roundsCompleted}${resumed ? " resumed" : ""}`
  );

/** A run whose process ends without a word when the given request has been fired. */
async function cutShortAt(request: number, run: ScriptedRun = {}): Promise<string> {
  let dead = false;
  const killed = gatedFiles(() =>
    Promise.resolve(dead ? { share: 0, error: new Error("killed") } : "go")
  );
  const { result } = await scriptedRun({
    ...run,
    files: killed,
    script: (_, fired) => ({ atEnd: () => dead ||= fired === request }),
  });
  return result.folder;
}

/** Goes on with what is there, as `run --resume` does. */
async function goOn(folder: string, script: Script = () => ({})) {
  const lock = await lockRun(folder);
  const unfinished = await readUnfinished(files, folder);
  const left = whatIsLeft(unfinished);
  const clock = virtualClock(5);
  const runClock = { ...clock, ...continuedClock(clock, unfinished) };
  const stop = createStopSwitch(runClock);
  return await runCampaign(unfinished.record.plan, left.todo, {
    files,
    clock: runClock,
    prepare: scriptedPrepare(
      { ...runClock, reach: clock.reach },
      (spec, fired) => script(spec, fired, stop),
    ),
    openServer: ({ id }) => Promise.resolve(scriptedServer(id)),
    openSession: () => resumeSession(unfinished, left, { files, clock: runClock, lock }),
    openGuard: () => Promise.resolve(null),
    promptText: "a text",
    progress: () => {},
    stop,
  });
}

type Script = (spec: RequestSpec, fired: number, stop: StopSwitch) => Answer;

Deno.test("a run that was cut short opens, says what is complete and is closed as interrupted", async () => {
  // the 4th request is the second scenario's warm-up with the 5th; the 7th ends its first round
  const folder = await cutShortAt(7);
  const unfinished = await readUnfinished(files, folder);
  assert.equal(unfinished.record.state.kind, "running");

  const record = await recoverRecord(folder, { files, wallMs });
  assert.equal(record.state.kind, "interrupted");
  assert.deepEqual(statuses(record), ["4x1 completed 2", "4x2 partial 0"]);
  assert.equal(record.scenarios[1].reason, "The process ended without a word");
  assert.deepEqual(record.totals, { responses: 5, valid: 5, rounds: 4 });

  const stored = await loadRecord(folder);
  assert.equal((await Array.fromAsync(stored.lines())).length, 10);
  await assert.rejects(recoverRecord(folder, { files, wallMs }), /it is sealed/);
});

Deno.test("a torn last line is cut, a damaged one before others is damage", async () => {
  const folder = await cutShortAt(7);
  const journal = join(folder, "data/responses.jsonl");
  const whole = await Deno.readTextFile(journal);
  const lines = whole.trimEnd().split("\n");

  await Deno.writeTextFile(journal, whole + '{"kind":"response","scen');
  assert.equal((await readUnfinished(files, folder)).tornBytes, 24);
  // the power went: the length is there, the content is not
  await Deno.writeTextFile(journal, whole + lines[0].slice(0, 40) + "\0\0\0\n\0\0\0");
  assert.equal((await readUnfinished(files, folder)).tornBytes, 47);

  // a whole line that no reader knows was written so, and is not cut
  await Deno.writeTextFile(journal, whole + encodeLine({ kind: "other" }));
  await assert.rejects(readUnfinished(files, folder), /responses\.jsonl:\d+: kind: /);

  await Deno.writeTextFile(journal, whole.replace('"index":0', '"index":1'));
  await assert.rejects(
    recoverRecord(folder, { files, wallMs }),
    /responses\.jsonl:2: the line does not match its checksum/,
  );

  await Deno.writeTextFile(journal, whole + '{"kind":"response","scen');
  const record = await recoverRecord(folder, { files, wallMs });
  assert.deepEqual(record.totals, { responses: 5, valid: 5, rounds: 4 });
});

Deno.test("responses of a round without its line never count", async () => {
  const folder = await cutShortAt(7);
  const journal = join(folder, "data/responses.jsonl");
  const lines = (await Deno.readTextFile(journal)).trimEnd().split("\n");
  // the second scenario's warm-up is lost its last line: both responses are there
  await Deno.writeTextFile(journal, lines.slice(0, -1).join("\n") + "\n");
  const record = await recoverRecord(folder, { files, wallMs });
  assert.deepEqual(statuses(record), ["4x1 completed 2", "4x2 stopped-in-warmup 0"]);
  assert.equal(record.totals.responses, 5);
});

Deno.test("a resumed run goes on with the next whole scenario, marked", async () => {
  const plan = smallPlan({ promptTokens: [4, 5] });
  const folder = await cutShortAt(3, { plan });
  const before = await linesOf(folder);
  const { record } = await goOn(folder);
  assert.deepEqual(record.state, { kind: "completed" });
  assert.deepEqual(statuses(record), [
    "4x1 partial 1",
    "5x1 completed 2 resumed",
    "4x2 completed 2 resumed",
    "5x2 completed 2 resumed",
  ]);
  const after = await linesOf(folder);
  assert.deepEqual(after.slice(0, before.length), before, "what was there stays");
  const note = after[before.length];
  assert.equal(note.kind === "note" && note.code, "resumed");
  const times = after.flatMap((line) => line.kind === "round" ? line.barrierNs : []);
  assert.deepEqual(times, times.toSorted((a, b) => a - b), "time goes on");
  await loadRecord(folder);
});

Deno.test("where the plan says so the scenario is run again, apart from its first attempt", async () => {
  const plan = smallPlan({ resume: "scenario-again" });
  const folder = await cutShortAt(3, { plan });
  const { record } = await goOn(folder);
  assert.deepEqual(statuses(record), [
    "4x1 partial 1",
    "4x1-2 completed 2 resumed",
    "4x2 completed 2 resumed",
  ]);
  assert.deepEqual(record.order, record.scenarios.map(({ id }) => id));
  await loadRecord(folder);
  assert.deepEqual((await checkPayload(folder)).faults, []);
});

Deno.test("a resumed run that is stopped stops behind its own responses", async () => {
  const folder = await cutShortAt(3, { plan: smallPlan({ promptTokens: [4, 5] }) });
  const { record } = await goOn(folder, (_spec, fired, stop) => {
    if (fired === 2) stop.stop("user", "Stopped with Ctrl-C", "after-round");
    return {};
  });
  const { state } = record;
  assert(state.kind === "stopped");
  const sent = (await linesOf(folder)).flatMap((line) =>
    line.kind === "response" ? line.sentNs! : []
  );
  assert(state.atNs >= Math.max(...sent), `${state.atNs} is before ${Math.max(...sent)}`);
});

Deno.test("what a full disk cut short is run again where the plan says so, once", async () => {
  const plan = smallPlan({ resume: "scenario-again", concurrency: [1] });
  let folder = "";
  for (let room = 6000; folder === ""; room += 400) {
    const { result, lines } = await scriptedRun({ plan, files: fullAfter(room) });
    assert(!result.sealed, "the disk never was full between the rounds");
    if (lines.filter(({ kind }) => kind === "round").length === 2) folder = result.folder;
  }
  // as the disk had room for the last record.json
  const path = join(folder, "data/record.json");
  const reason = "No space left on device (os error 28)";
  const stored = JSON.parse(await Deno.readTextFile(path));
  const [scenario] = stored.scenarios;
  stored.state = { kind: "stopped", by: "disk", reason, atNs: 5 };
  stored.scenarios = [{ ...scenario, status: "partial", reason }];
  await Deno.writeTextFile(path, JSON.stringify(stored));
  const { cells, todo, reasons } = whatIsLeft(await readUnfinished(files, folder));
  assert.deepEqual(todo.map(({ id }) => id), ["tiny-cycle-4x1-2"]);
  assert.deepEqual([...reasons], [["tiny-cycle-4x1", reason]]);

  stored.scenarios.push({ ...scenario, ...cells[1], status: "not-started", reason: "Not reached" });
  await Deno.writeTextFile(path, JSON.stringify(stored));
  const again = whatIsLeft(await readUnfinished(files, folder));
  assert.deepEqual(again.todo.map(({ id }) => id), ["tiny-cycle-4x1-2"], "no third attempt");
});

Deno.test("the text of the prompts is noted, and known again", async () => {
  const folder = await cutShortAt(7);
  const { promptTexts } = await readUnfinished(files, folder);
  assert.equal(promptTexts.length, 1);
  assert(notesPromptText(promptTexts[0], "a text"));
  assert(!notesPromptText(promptTexts[0], "a text\n"));
});

Deno.test("a folder that is not there is told in a sentence", async () => {
  await assert.rejects(
    lockRun("no-such-run"),
    (error) => error instanceof UserError && /there is no such folder/.test(error.message),
  );
});

Deno.test("two processes cannot both go on with one run", async () => {
  const folder = await cutShortAt(7);
  using _held = await lockRun(folder);
  await assert.rejects(recoverRecord(folder, { files, wallMs }), /another process is at work/);
});

Deno.test("a clock that was set back does not turn the record's time back", async () => {
  const unfinished = await readUnfinished(files, await cutShortAt(7));
  const early = virtualClock();
  early.shiftWall(-3600e3);
  assert.equal(continuedClock(early, unfinished).nowNs(), unfinished.lastNs + 1e6);
});

Deno.test("a full disk stops the run; what was written stays, and the run can go on", async () => {
  // from the first byte that matters to the last: wherever the space ends
  const whole = await scriptedRun({ files });
  const size = JSON.stringify(whole.result.record).length * 4 + 15 * 900;
  for (let room = 2000; room < size; room += 1501) {
    const plan = smallPlan();
    let result;
    try {
      ({ result } = await scriptedRun({ plan, files: fullAfter(room) }));
    } catch (error) {
      assert.match(String(error), /No space left/); // not even record.json found room
      continue;
    }
    if (result.sealed) continue;
    const { state } = result.record;
    if (state.kind === "stopped") assert.equal(state.by, "disk");
    const whole = await linesOf(result.folder);
    const rounds = whole.filter((line) => line.kind === "round").length;
    const record = await recoverRecord(result.folder, { files, wallMs });
    assert.equal(record.totals.rounds, rounds);
    assert.equal(record.totals.valid, record.totals.responses);
    await loadRecord(result.folder);
  }
});

Deno.test("killed at any file operation, no acknowledged line is lost and no half round counts", async () => {
  const { files: counting, operations } = killedAt(Infinity);
  await scriptedRun({ files: counting });
  const total = operations();
  assert(total > 60, `${total} operations`);
  for (let number = 1; number <= total; number++) {
    await inFolder(async (parent) => {
      let acknowledged = 0;
      const progress = (event: ProgressEvent) => {
        if (event.kind === "round-ended") acknowledged += event.requests;
      };
      const killed = killedAt(number).files;
      await scriptedRun({ files: killed, parent, tools: { progress } }).catch(() => {});
      const [entry] = await Array.fromAsync(Deno.readDir(parent));
      if (!entry || !await systemFiles().exists(join(parent, entry.name, "data/record.json"))) {
        assert.equal(acknowledged, 0, `killed at ${number}`);
        return;
      }
      const folder = join(parent, entry.name);
      if (!await systemFiles().exists(join(folder, "tagmanifest-sha512.txt"))) {
        await recoverRecord(folder, { files, wallMs });
      }
      const { record, lines } = await loadRecord(folder);
      await Array.fromAsync(lines());
      assert(record.totals.responses >= acknowledged, `killed at ${number}`);
      for (const { status, roundsCompleted } of record.scenarios) {
        assert.equal(status === "completed", roundsCompleted === 2);
      }
    });
  }
});
