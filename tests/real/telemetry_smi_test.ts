import assert from "node:assert/strict";
import { join } from "node:path";
import { loadRecord } from "../../lib/archive/load.ts";
import { verifyFolder } from "../../lib/archive/verify.ts";
import { systemClock } from "../../lib/base/clock.ts";
import { systemFiles } from "../../lib/base/file_system.ts";
import { readTelemetry } from "../../lib/measure/read_telemetry.ts";
import type { ThermalRules } from "../../lib/record/plan.ts";
import type { ThermalGuard } from "../../lib/run/guard.ts";
import { findLinuxSensors } from "../../lib/run/telemetry/linux_sensors.ts";
import { findSmi } from "../../lib/run/telemetry/smi_source.ts";
import { startTelemetry } from "../../lib/run/telemetry/start_telemetry.ts";
import { type FakeSmi, fakeSmi } from "../runs/fake_smi.ts";
import { engineOrSkip } from "../parts/engine.ts";
import { quickPlan } from "../runs/real_run.ts";
import { startRun } from "../runs/run_command.ts";
import { smallPlan } from "../runs/scripted_run.ts";
import { telemetryLines } from "../runs/scripted_telemetry.ts";

const clock = systemClock();
const linux = Deno.build.os === "linux";

const rules = (changes: Partial<ThermalRules> = {}): ThermalRules => ({
  ...smallPlan().thermal!,
  sensor: "required",
  ...changes,
});

/** Watches a tool that a test steers; 20 readings a second. */
async function watching(
  smi: FakeSmi,
  test: (guard: ThermalGuard, lines: () => ReturnType<typeof telemetryLines>) => Promise<void>,
  thermal = rules(),
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(folder, "data"));
    const found = await findSmi({ clock, program: smi.program, intervalMs: 50 });
    assert(found.kind === "found");
    const { source } = found;
    const files = systemFiles();
    const guard = await startTelemetry({ rules: thermal, source, clock, files, folder });
    await test(guard, () => telemetryLines(folder));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !await condition(); tries++) {
    assert(tries < 1000, `not within 20 s: ${condition}`);
    await clock.sleep(20);
  }
}

/** A process that ended is gone, or waits for its parent to take notice. */
async function isGone(pid: number): Promise<boolean> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => null);
  return stat === null || / Z /.test(stat);
}

Deno.test(
  { name: "one process tells every reading, and ends with the watch", ignore: !linux },
  async () => {
    await using smi = await fakeSmi();
    await watching(smi, async (guard, lines) => {
      const samples = async () => (await lines()).filter(({ kind }) => kind === "sample");
      await until(async () => (await samples()).length >= 3);
      await smi.celsius("71");
      await until(() => guard.reading()?.celsius === 71);
      assert.equal(guard.reading()?.slowdown, false);
      await guard.stop();
      const [source] = await lines();
      assert(source.kind === "source");
      assert.deepEqual([source.tool, source.version], ["nvidia-smi", "550.163.01"]);
      const all = await samples();
      const times = all.map(({ atNs }) => atNs);
      assert.deepEqual(times, times.toSorted((a, b) => a - b));
      assert(all[0].kind === "sample");
      assert.equal(all[0].devices[0].missing.powerWatts, "[N/A]");
      const pids = await smi.started();
      assert.equal(pids.length, 2, "the probe and one process");
      await until(() => isGone(pids[1]));
    });
  },
);

Deno.test({ name: "nvidia-smi that goes in mid-run stops the run", ignore: !linux }, async () => {
  await using smi = await fakeSmi();
  await watching(smi, async (guard, lines) => {
    await smi.mode("gone");
    const { reason } = await guard.tripped;
    assert.match(
      reason,
      /^The telemetry was lost: 3 readings in a row of gpu0 told no temperature/,
    );
    assert.match(reason, /ended with status 9 \(the driver is not loaded\): NVIDIA-SMI has failed/);
    assert.match(reason, /the last one was 60 degrees C/);
    await guard.stop();
    const codes = (await lines()).flatMap((line) => line.kind === "note" ? line.code : []);
    assert.equal(codes.filter((code) => code === "reading-failed").length >= 3, true);
    assert(codes.includes("telemetry-lost"));
    assert(codes.includes("tool-message"));
  });
});

Deno.test({ name: "nvidia-smi that ends once is started again", ignore: !linux }, async () => {
  await using smi = await fakeSmi();
  await watching(smi, async (guard, lines) => {
    await smi.mode("ends");
    await until(async () => (await smi.started()).length === 3);
    await smi.celsius("64");
    await until(() => guard.reading()?.celsius === 64);
    await guard.stop();
    const notes = (await lines()).flatMap((line) => line.kind === "note" ? line : []);
    assert.deepEqual(notes.map(({ code }) => code), ["reading-failed"]);
    assert.match(notes[0].message, /nvidia-smi ended with status 0/);
  });
});

Deno.test(
  { name: "nvidia-smi that is removed in mid-run stops the run", ignore: !linux },
  async () => {
    await using smi = await fakeSmi();
    await watching(smi, async (guard) => {
      await Deno.remove(smi.program);
      await smi.mode("ends");
      assert.match((await guard.tripped).reason, /nvidia-smi is gone/);
      await guard.stop();
    });
  },
);

for (const [mode, what] of [["hangs", "hangs"], ["stuck", "cannot be ended"]] as const) {
  Deno.test(
    { name: `nvidia-smi that ${what} stops the run and is not waited for`, ignore: !linux },
    async () => {
      await using smi = await fakeSmi();
      await watching(smi, async (guard) => {
        await smi.mode(mode);
        const { reason } = await guard.tripped;
        assert.match(reason, /no reading for 0.5 s; the last one was 60 degrees C/);
        await guard.stop();
        const [, pid] = await smi.started();
        await until(() => isGone(pid));
      }, rules({ silenceSeconds: 0.5 }));
    },
  );
}

Deno.test(
  { name: "nvidia-smi does not outlive a watch that is killed", ignore: !linux },
  async () => {
    await using smi = await fakeSmi();
    const modules = ["base/clock.ts", "run/telemetry/smi_source.ts"]
      .map((name) => JSON.stringify(new URL(`../../lib/${name}`, import.meta.url).href));
    const code = `
    const { systemClock } = await import(${modules[0]});
    const { findSmi } = await import(${modules[1]});
    const program = ${JSON.stringify(smi.program)};
    const { source } = await findSmi({ clock: systemClock(), program, intervalMs: 50 });
    for await (const _ of source.events(new AbortController().signal));`;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", code],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    await until(async () => (await smi.started().catch(() => [])).length === 2);
    child.kill("SIGKILL");
    await child.status;
    const [, pid] = await smi.started();
    await until(() => isGone(pid));
  },
);

Deno.test("a host without nvidia-smi says so, one whose driver fails says why", async () => {
  await using smi = await fakeSmi();
  const program = join(smi.folder, "none");
  assert.deepEqual(await findSmi({ clock, program }), { kind: "absent" });
  if (!linux) return;
  await smi.mode("gone");
  const found = await findSmi({ clock, program: smi.program });
  assert(found.kind === "failed");
  assert.match(found.reason, /status 9 .*couldn't communicate/);
});

/** Where Linux shows temperatures, as far as this host has such files. */
async function sensorFiles(): Promise<string[]> {
  const places: [string, RegExp][] = [
    ["/sys/class/hwmon", /^temp\d+_input$/],
    ["/sys/class/thermal", /^temp$/],
  ];
  const found: string[] = [];
  for (const [place, wanted] of places) {
    const devices = await Array.fromAsync(Deno.readDir(place)).catch(() => []);
    for (const device of devices) {
      const files = await Array.fromAsync(Deno.readDir(join(place, device.name))).catch(() => []);
      found.push(...files.filter(({ name }) => wanted.test(name)).map(({ name }) => name));
    }
  }
  return found;
}

Deno.test("the sensors of this host are read as they are, or there are none", async () => {
  const found = await findLinuxSensors({ clock, files: systemFiles() });
  if (found.kind === "absent") return assert.deepEqual(await sensorFiles(), []);
  assert(found.kind === "found");
  const { facts, first } = found.source;
  assert.equal(facts.devices.length, first.length);
  for (const { celsius } of first) assert(celsius === null || (celsius > -1 && celsius < 130));
});

const engine = await engineOrSkip();
const pathWith = ({ folder }: FakeSmi) => ({ PATH: `${folder}:${Deno.env.get("PATH")}` });

Deno.test({
  name: "a campaign on the real server is stopped by 85 degrees C, sealed, with the reading",
  ignore: !engine.ready || !linux,
}, async () => {
  if (!engine.ready) return;
  await using smi = await fakeSmi();
  const parent = await Deno.makeTempDir();
  try {
    const plan = quickPlan({ concurrency: [1], measuredRounds: 500, thermal: rules() });
    const run = await startRun(parent, plan, engine, [], pathWith(smi));
    await run.until((event) => event.kind === "round-ended" && event.phase === "measured");
    await smi.celsius("85");
    const { code, said } = await run.ended;
    assert.equal(code, 1, said);
    assert.match(said, /stopped \(thermal\): gpu0 was at or above 85 degrees C in 2 readings/);
    const [{ name }] = await Array.fromAsync(Deno.readDir(parent));
    const folder = join(parent, name);
    const [verdict] = await Array.fromAsync(verifyFolder(folder));
    assert.deepEqual(verdict.faults, []);
    const { record } = await loadRecord(folder);
    assert.equal(record.state.kind === "stopped" && record.state.by, "thermal");
    assert.equal(record.scenarios[0].status, "partial");
    const samples = (await readTelemetry(folder))!;
    assert.deepEqual(samples.slice(-2).map(({ celsius }) => celsius), [85, 85]);
    assert.equal(samples[0].celsius, 60);
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
});

Deno.test({
  name: "a run whose sensor is missing, or at the limit, does not begin",
  ignore: !engine.ready || !linux,
}, async () => {
  if (!engine.ready) return;
  await using smi = await fakeSmi();
  await smi.celsius("[N/A]");
  const parent = await Deno.makeTempDir();
  try {
    const plan = quickPlan({ thermal: rules() });
    const run = await startRun(parent, plan, engine, [], pathWith(smi));
    const { code, said } = await run.ended;
    assert.equal(code, 1);
    assert.match(
      said,
      /requires a temperature sensor, and none tells its temperature \(gpu0 says \[N\/A\]\)/,
    );
    assert.deepEqual(await Array.fromAsync(Deno.readDir(parent)), []);
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
});
