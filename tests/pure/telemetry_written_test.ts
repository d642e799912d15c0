import assert from "node:assert/strict";
import { join } from "node:path";
import { systemFiles } from "../../lib/base/file_system.ts";
import { coolDown } from "../../lib/run/cool_down.ts";
import { recordedSource } from "../runs/recorded_source.ts";
import { recoverRecord } from "../../lib/run/recover.ts";
import { startTelemetry } from "../../lib/run/telemetry/start_telemetry.ts";
import { cutTornEnd } from "../../lib/record/torn_end.ts";
import { faultsOf } from "../records/faults_of.ts";
import { fullAfter } from "../runs/faulty_files.ts";
import { scriptedRun } from "../runs/scripted_run.ts";
import { gpuReading, steppedClock, telemetryLines } from "../runs/scripted_telemetry.ts";
import { inRecord, notes, rules, seconds, watched } from "../runs/watched_telemetry.ts";

Deno.test("with no sensor in the plan, what is there is recorded and stops nothing", async () => {
  await inRecord(async (folder) => {
    const clock = steppedClock();
    const source = recordedSource(seconds(99, 99, null, null, null), {
      clock,
      tool: "script",
      end: "ends",
    });
    const thermal = rules({ sensor: "none", coolDownToCelsius: 40 });
    const { trip, reading, lines } = await watched(folder, source, clock, { seconds: 30, thermal });
    assert.equal(trip, null);
    assert.equal(lines.filter(({ kind }) => kind === "sample").length, 5);
    assert.deepEqual(notes(lines), ["source-ended: it ended", "silence: No reading for 10 s"]);
    assert.equal(reading?.celsius, null);
    const cool = await coolDown(thermal, { reading: () => reading }, {
      clock,
      signal: new AbortController().signal,
      waiting: () => {},
    });
    assert.deepEqual(cool, { kind: "not-needed" });
  });
});

Deno.test("gaps and a wall clock that is set are noted, with both times on each sample", async () => {
  await inRecord(async (folder) => {
    const clock = steppedClock();
    const moments = [0, 1, 5, 6].map((at) => ({
      afterMs: at * 1000,
      devices: [gpuReading({ celsius: 60 })],
    }));
    const source = recordedSource(moments, { clock, tool: "script", end: "hangs" });
    const starting = startTelemetry({
      rules: rules(),
      source,
      clock,
      files: systemFiles(),
      folder,
    });
    await clock.inUse;
    await clock.pass(5500);
    clock.shiftWall(-3600e3);
    await clock.pass(1000);
    await (await starting).stop();
    const lines = await telemetryLines(folder);
    assert.deepEqual(notes(lines), [
      "gap: No reading for 4.0 s",
      "wall-clock-moved: The wall clock went back by 3600.0 s against the monotonic clock",
    ]);
    const samples = lines.flatMap((line) => line.kind === "sample" ? line : []);
    assert.deepEqual(samples.map(({ atNs }) => atNs / 1e9), [0, 1, 5, 6]);
    const wall = samples.map(({ wallMs }) => wallMs - Date.UTC(2026, 0, 1));
    assert.deepEqual(wall, [0, 1000, 5000, 6000 - 3600e3]);
  });
});

Deno.test("a marker value is noted once and stops nothing", async () => {
  await inRecord(async (folder) => {
    const clock = steppedClock();
    const wild = { celsius: null, missing: { celsius: "82505" } };
    const moments = [{ celsius: 60 }, wild, { celsius: 61 }, wild, { celsius: 62 }]
      .map((told, at) => ({ afterMs: at * 1000, devices: [gpuReading(told)] }));
    const source = recordedSource(moments, { clock, tool: "script", end: "hangs" });
    const { trip, lines } = await watched(folder, source, clock, { seconds: 5 });
    assert.equal(trip, null);
    assert.deepEqual(notes(lines), [
      "implausible-value: Not taken for celsius of gpu0: 82505",
    ]);
  });
});

Deno.test("a torn last line is cut before more is written, and when a run is recovered", async () => {
  await inRecord(async (folder) => {
    const path = join(folder, "data", "telemetry.jsonl");
    const clock = steppedClock();
    const source = () => recordedSource(seconds(60), { clock, tool: "script", end: "hangs" });
    await watched(folder, source(), clock, { seconds: 2 });
    const whole = await Deno.readFile(path);
    // cut at any byte of the last line, or with the zeros of a power loss behind it
    const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1;
    for (const cut of [lastLine + 1, whole.length - 20, whole.length - 1]) {
      await Deno.writeFile(path, whole.subarray(0, cut));
      assert.equal(await cutTornEnd(systemFiles(), path), cut - lastLine);
      assert.deepEqual(await Deno.readFile(path), whole.subarray(0, lastLine));
    }
    await Deno.writeFile(path, new Uint8Array([...whole, 0, 0, 0, 10]));
    const { lines } = await watched(folder, source(), clock, { seconds: 2 });
    assert.equal(notes(lines)[0], "torn-line: Cut 4 bytes of a torn last line");
    assert.equal(lines.filter(({ kind }) => kind === "sample").length, 2);
    await Deno.writeFile(path, new Uint8Array([1, 2, 3]));
    assert.equal(await cutTornEnd(systemFiles(), path), 3);
    assert.equal(await cutTornEnd(systemFiles(), path), 0);
  });
  // a run whose disk was full is not sealed; recovered, it is sound
  const { result } = await scriptedRun({ files: fullAfter(20_000) });
  assert.equal(result.sealed, false);
  await Deno.writeTextFile(join(result.folder, "data", "telemetry.jsonl"), '{"kind":"samp');
  await recoverRecord(result.folder, { files: systemFiles(), wallMs: 0 });
  assert.deepEqual(await faultsOf(result.folder), []);
});

Deno.test("readings that the disk does not take stop a run whose sensor is required", async () => {
  for (const sensor of ["required", "none"] as const) {
    await inRecord(async (folder) => {
      const clock = steppedClock();
      const source = recordedSource(seconds(60, 61, 62, 63, 64), {
        clock,
        tool: "script",
        end: "hangs",
      });
      const starting = startTelemetry({
        rules: rules({ sensor }),
        source,
        clock,
        files: fullAfter(1500),
        folder,
      });
      await clock.inUse;
      await clock.pass(6000);
      const guard = await starting;
      if (sensor === "required") {
        const { reason } = await guard.tripped;
        assert.match(reason, /lost: it could not be written: No space left on device.*; the/);
      }
      await assert.rejects(guard.stop(), /No space left/);
      if (sensor === "none") {
        assert.equal(await Promise.race([guard.tripped, Promise.resolve(null)]), null);
      }
      // what no disk took is cut when there is room again
      assert(await cutTornEnd(systemFiles(), join(folder, "data", "telemetry.jsonl")) > 0);
      assert((await telemetryLines(folder)).length > 0);
    });
  }
});
