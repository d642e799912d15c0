import assert from "node:assert/strict";
import { join } from "node:path";
import { loadRecord } from "../../lib/archive/load.ts";
import { verifyFolder } from "../../lib/archive/verify.ts";
import { systemFiles } from "../../lib/base/file_system.ts";
import { guardOpener, telemetryFinder } from "../../lib/cli/open_guard.ts";
import { readTelemetry } from "../../lib/measure/read_telemetry.ts";
import { samplesIn } from "../../lib/summarize/telemetry_over.ts";
import type { ThermalRules } from "../../lib/record/plan.ts";
import type { DeviceReading, TelemetryLine } from "../../lib/record/telemetry.ts";
import { coolDown } from "../../lib/run/cool_down.ts";
import { inFolder } from "../in_folder.ts";
import { recordedSource } from "../runs/recorded_source.ts";
import { recoverRecord } from "../../lib/run/recover.ts";
import { refuseUnsafe } from "../../lib/run/telemetry/refuse_unsafe.ts";
import type { TelemetrySource } from "../../lib/run/telemetry/source.ts";
import { startTelemetry } from "../../lib/run/telemetry/start_telemetry.ts";
import { cutTornEnd } from "../../lib/record/torn_end.ts";
import { fullAfter } from "../runs/faulty_files.ts";
import { type Answer, scriptedRun, smallPlan, virtualClock } from "../runs/scripted_run.ts";
import {
  gpuReading,
  pushSource,
  type SteppedClock,
  steppedClock,
  telemetryLines,
  watchingClock,
} from "../runs/scripted_telemetry.ts";

const rules = (changes: Partial<ThermalRules> = {}): ThermalRules => ({
  ...smallPlan().thermal!,
  sensor: "required",
  ...changes,
});

const notes = (lines: readonly TelemetryLine[]) =>
  lines.flatMap((line) => line.kind === "note" ? `${line.code}: ${line.message}` : []);

async function faultsOf(folder: string) {
  const verdicts = await Array.fromAsync(verifyFolder(folder));
  assert.equal(verdicts.length, 1);
  return verdicts[0].faults;
}

/** Runs the test in a record's folder that holds nothing yet. */
const inRecord = (test: (folder: string) => Promise<void>) =>
  inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "data"));
    await test(folder);
  });

/** Watches a source until so much time has passed, and tells how it ended. */
async function watched(
  folder: string,
  source: TelemetrySource,
  clock: SteppedClock,
  { seconds, thermal = rules() }: { seconds: number; thermal?: ThermalRules },
) {
  const options = { rules: thermal, source, clock, files: systemFiles(), folder };
  const starting = startTelemetry(options);
  await clock.inUse;
  await clock.pass(seconds * 1000);
  const guard = await starting;
  const trip = await Promise.race([guard.tripped, Promise.resolve(null)]);
  const reading = guard.reading();
  await guard.stop();
  return { trip, reading, lines: await telemetryLines(folder) };
}

const seconds = (...celsius: (number | null)[]) =>
  celsius.map((celsius, at) => ({
    afterMs: at * 1000,
    devices: [
      gpuReading({ celsius, missing: celsius === null ? { celsius: "[GPU is lost]" } : {} }),
    ],
  }));

Deno.test("85 degrees C stop a run, with the reading in its record", async () => {
  for (const stop of ["at-once", "between-responses"] as const) {
    const plan = smallPlan({ thermal: rules({ stop }) });
    const clock = virtualClock();
    const hot = { celsius: 85, marginCelsius: 3, powerWatts: 301.5, powerLimitWatts: 350 };
    const throttle: DeviceReading["throttle"] = ["sw_power_cap"];
    const source = pushSource([gpuReading({ celsius: 60 })]);
    source.read(clock, gpuReading({ celsius: 60 }));
    const script = (_: unknown, fired: number): Answer => {
      // during the first measured round of the second scenario, the 6th and 7th request
      if (fired === 6) source.read(clock, gpuReading({ celsius: 84 }));
      if (fired !== 7) return {};
      for (let times = 0; times < 2; times++) {
        source.read(clock, gpuReading({ ...hot, throttle }));
      }
      return { hangs: stop === "at-once" };
    };
    const files = systemFiles();
    const found = { kind: "found", source } as const;
    const { result, lines } = await scriptedRun({
      plan,
      clock,
      script,
      tools: {
        openGuard: await guardOpener(plan, {
          clock: watchingClock(clock),
          files,
          log: () => {},
          find: () => Promise.resolve(found),
        }),
      },
    });
    const { state, scenarios } = result.record;
    assert(state.kind === "stopped");
    assert.equal(state.by, "thermal");
    assert.equal(
      state.reason,
      "gpu0 was at or above 85 degrees C in 2 readings in a row: 85 degrees C, margin 3 degrees C, " +
        "slowdown flags sw_power_cap, power 301.5 W, power cap 350 W, highest so far 85 degrees C",
    );
    assert.equal(scenarios[0].status, "completed");
    assert.equal(scenarios[1].reason, state.reason);
    // a round that was cut short is kept apart and counts nowhere
    assert.equal(scenarios[1].roundsCompleted, stop === "at-once" ? 0 : 1);
    const last = lines.findLast((line) => line.kind === "round")!;
    assert.equal(last.state, stop === "at-once" ? "abandoned" : "ended");

    assert.deepEqual(await faultsOf(result.folder), []);
    const telemetry = await telemetryLines(result.folder);
    assert.deepEqual(telemetry.map(({ kind }) => kind), [
      "source",
      ...Array(4).fill("sample"),
      "note",
    ]);
    assert.equal(notes(telemetry)[0], `temperature: ${state.reason}`);

    // joined to the rounds by the clock that both are on
    const samples = (await readTelemetry(result.folder))!;
    await loadRecord(result.folder);
    const of = samplesIn(samples, last.barrierNs, last.endedNs + 1).map(({ celsius }) => celsius);
    assert.deepEqual(of, [84, 85, 85]);
  }
});

Deno.test("a sensor that goes silent stops the run after the plan's time, not before", async () => {
  for (const [silenceSeconds, stops] of [[5, true], [20, false]] as const) {
    await inRecord(async (folder) => {
      const clock = steppedClock();
      const source = recordedSource(seconds(70, 71), { clock, tool: "script", end: "hangs" });
      const thermal = rules({ silenceSeconds });
      const { trip, lines } = await watched(folder, source, clock, { seconds: 12, thermal });
      if (!stops) return assert.equal(trip, null);
      assert.equal(trip?.atNs, 6e9, "one second for the readings and five for the silence");
      assert.match(
        trip!.reason,
        /^The telemetry was lost: no reading for 5 s; the last one was 71 d/,
      );
      assert.deepEqual(notes(lines)[0], "silence: No reading for 5 s");
    });
  }
});

Deno.test("a sensor that never speaks is not waited for without end", async () => {
  await inRecord(async (folder) => {
    const clock = steppedClock();
    const source = recordedSource([], { clock, tool: "script", end: "hangs" });
    const { trip } = await watched(folder, source, clock, { seconds: 11 });
    assert.equal(trip?.reason, "The telemetry was lost: no reading for 10 s; none ever came");
  });
});

Deno.test("a source that ends, fails or speaks nonsense stops the run", async () => {
  const cases: [string, Parameters<typeof recordedSource>[0], RegExp, number][] = [
    ["ends", seconds(70), /lost: it ended; the last one was 70/, 0],
    [
      "fails",
      [...seconds(70), ...[1, 2, 3].map((at) => ({ afterMs: at * 1000, failure: "status 9" }))],
      /lost: 3 readings in a row of gpu0 told no temperature \(status 9\)/,
      3e9,
    ],
    [
      "nonsense",
      seconds(70, null, null, null, null),
      /told no temperature \(\[GPU is lost\]\)/,
      3e9,
    ],
  ];
  for (const [name, moments, reason, atNs] of cases) {
    await inRecord(async (folder) => {
      const clock = steppedClock();
      const end = name === "ends" ? "ends" : "hangs";
      const source = recordedSource(moments, { clock, tool: "script", end });
      const { trip } = await watched(folder, source, clock, { seconds: 8 });
      assert.match(trip?.reason ?? "", reason, name);
      assert.equal(trip?.atNs, atNs, name);
    });
  }
});

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
      const source = recordedSource(seconds(60, 61, 62, 90, 90), {
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
      const trip = await Promise.race([guard.tripped, Promise.resolve(null)]);
      if (sensor === "none") assert.equal(trip, null);
      else {assert.match(
          trip!.reason,
          /lost: it could not be written: No space left on device.*; the/,
        );}
      await assert.rejects(guard.stop(), /No space left/);
      // what no disk took is cut when there is room again
      assert(await cutTornEnd(systemFiles(), join(folder, "data", "telemetry.jsonl")) > 0);
      assert((await telemetryLines(folder)).length > 0);
    });
  }
});

Deno.test("a run that its plan's rules could not stop is refused before it begins", () => {
  const found = (...first: DeviceReading[]) =>
    ({ kind: "found", source: pushSource(first) }) as const;
  const refusals: [RegExp, Partial<ThermalRules>, Parameters<typeof refuseUnsafe>[1]][] = [
    [/requires a temperature sensor, and none is here/, {}, { kind: "absent" }],
    [/status 9/, {}, { kind: "failed", reason: "nvidia-smi ended with status 9" }],
    [
      /gpu0 says \[N\/A\]/,
      {},
      found(gpuReading({ missing: { celsius: "[N/A]" } })),
    ],
    [/a margin of 2/, { stopAtMarginCelsius: 2 }, found(gpuReading({ celsius: 60 }))],
    [/thermal slowdown/, { stopOnSlowdown: true }, found(gpuReading({ celsius: 60 }))],
    [/at 85 degrees C, and the plan stops at 85/, {}, found(gpuReading({ celsius: 85 }))],
  ];
  for (const [message, changes, source] of refusals) {
    assert.throws(() => refuseUnsafe(rules(changes), source), message);
    refuseUnsafe(rules({ ...changes, sensor: "none" }), source);
  }
  refuseUnsafe(rules(), found(gpuReading({ celsius: 84 }), gpuReading({})));
});

Deno.test("the sensors of this machine say nothing about a server on another one", async () => {
  const tools = { clock: steppedClock(), files: systemFiles() };
  const elsewhere = await telemetryFinder("http://192.0.2.7:8080")(tools);
  assert(elsewhere.kind === "failed");
  assert.match(elsewhere.reason, /another machine/);
  assert.equal(telemetryFinder("http://127.0.0.1:8080"), telemetryFinder());
});
