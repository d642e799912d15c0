import assert from "node:assert/strict";
import { loadRecord } from "../../lib/archive/load.ts";
import { systemFiles } from "../../lib/base/file_system.ts";
import { guardOpener, telemetryFinder } from "../../lib/cli/open_guard.ts";
import { readTelemetry } from "../../lib/measure/read_telemetry.ts";
import { samplesIn } from "../../lib/summarize/telemetry_over.ts";
import type { ThermalRules } from "../../lib/record/plan.ts";
import type { DeviceReading } from "../../lib/record/telemetry.ts";
import { recordedSource } from "../runs/recorded_source.ts";
import { refuseUnsafe } from "../../lib/run/telemetry/refuse_unsafe.ts";
import { faultsOf } from "../records/faults_of.ts";
import { type Answer, scriptedRun, smallPlan, virtualClock } from "../runs/scripted_run.ts";
import {
  gpuReading,
  pushSource,
  steppedClock,
  telemetryLines,
  watchingClock,
} from "../runs/scripted_telemetry.ts";
import { inRecord, notes, rules, seconds, watched } from "../runs/watched_telemetry.ts";

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
