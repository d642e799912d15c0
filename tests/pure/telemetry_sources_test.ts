import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import type { CommandResult } from "../../lib/base/command.ts";
import { systemFiles } from "../../lib/base/file_system.ts";
import { readTelemetry, telemetrySamples } from "../../lib/measure/read_telemetry.ts";
import type { DeviceReading, TelemetryLine } from "../../lib/record/telemetry.ts";
import { findLinuxSensors } from "../../lib/run/telemetry/linux_sensors.ts";
import { recordedMoments, recordedSource } from "../runs/recorded_source.ts";
import { probeSmi } from "../../lib/run/telemetry/smi_probe.ts";
import { createSmiCsv } from "../../lib/run/telemetry/smi_csv.ts";
import { readSmiLog } from "../runs/smi_log.ts";
import type { SourceEvent } from "../../lib/run/telemetry/source.ts";
import { createTicks } from "../../lib/run/telemetry/ticks.ts";
import { gpuReading, steppedClock } from "../runs/scripted_telemetry.ts";

const said = (stdout: string, code = 0): CommandResult => ({
  code,
  stdout,
  stderr: "",
  timedOut: false,
});

/** An nvidia-smi whose driver knows only some fields; it counts how often it is asked. */
function driver(unknown: readonly string[]) {
  const asked: string[][] = [];
  const ask = ([query]: readonly string[]) => {
    const fields = query.slice("--query-gpu=".length).split(",");
    asked.push(fields);
    const bad = fields.find((field) => unknown.includes(field));
    if (bad) return Promise.resolve(said(`Field "${bad}" is not a valid field to query.\n`, 2));
    const header = fields.map((field) =>
      // from 535 on the old name is answered under the new one
      field.replace("clocks_throttle_reasons", "clocks_event_reasons")
    ).join(", ");
    const row = fields.map((field) =>
      field === "index" ? "0" : field === "driver_version" ? "470.1" : "[N/A]"
    );
    return Promise.resolve(said(`${header}\n${row.join(", ")}\n`));
  };
  return { ask, asked };
}

Deno.test("fields are asked for by their new name, then the old, then not at all", async () => {
  const newest = driver([]);
  const probe = await probeSmi(newest.ask);
  assert(probe.kind === "found");
  assert.equal(newest.asked.length, 1);
  assert(probe.fields.includes("clocks_event_reasons.active"));
  assert.equal(probe.version, "470.1");

  const old = driver([
    "clocks_event_reasons.active",
    "power.draw.average",
    "power.draw.instant",
    "temperature.gpu.tlimit",
    "uuid",
  ]);
  const older = await probeSmi(old.ask);
  assert(older.kind === "found");
  assert.equal(old.asked.length, 6);
  assert(older.fields.includes("clocks_throttle_reasons.active"));
  assert(older.fields.includes("gpu_uuid"));
  assert(!older.fields.some((field) => /tlimit|average|instant/.test(field)));
  assert(older.fields.includes("power.draw"));
});

Deno.test("an nvidia-smi that fails says why on its output, and by its status", async () => {
  const text = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make";
  const cases: [CommandResult, RegExp][] = [
    [said(`${text}\n`, 9), /status 9 \(the driver is not loaded\): NVIDIA-SMI has failed/],
    [said("", 255), /^nvidia-smi ended with status 255$/],
    [said("", 15), /a GPU fell off the bus/],
    [said("No devices were found\n", 6), /status 6 \(nothing found\): No devices/],
    [said("No devices were found\n"), /listed no GPU: No devices were found/],
    [{ ...said(""), code: null, timedOut: true }, /did not answer/],
    // an unknown field that was not asked for must not be asked about for ever
    [said('Field "other" is not a valid field to query.\n', 2), /status 2 .*Field "other"/],
  ];
  for (const [result, reason] of cases) {
    const probe = await probeSmi(() => Promise.resolve(result));
    assert(probe.kind === "failed");
    assert.match(probe.reason, reason);
  }
});

Deno.test("the rows of a moment make one reading, also when a GPU leaves", () => {
  const csv = createSmiCsv(["index", "temperature.gpu"]);
  const ticks = createTicks<number>(2);
  const sizes = ["0, 60", "1, 61", "0, 62", "0, 63", "1, 64"].map((line, at) => {
    const read = csv.feed(line);
    assert(read.kind === "row");
    return ticks.add(read.row, at).map(({ stamp, rows }) => [stamp, rows.length]);
  });
  assert.deepEqual(sizes, [[], [[0, 2]], [], [[2, 1]], [[3, 2]]]);
  assert.deepEqual(ticks.rest(), []);
});

async function inTree(
  files: Record<string, string>,
  test: (root: string) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    for (const [name, content] of Object.entries(files)) {
      await Deno.mkdir(dirname(join(root, name)), { recursive: true });
      await Deno.writeTextFile(join(root, name), content);
    }
    await test(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** The readings of so many seconds. */
async function readings(root: string, seconds: number, at: (second: number) => Promise<void>) {
  const clock = steppedClock();
  const found = await findLinuxSensors({ clock, files: systemFiles(), root });
  assert(found.kind === "found");
  const events: SourceEvent[] = [];
  const over = new AbortController();
  const reading = (async () => {
    for await (const event of found.source.events(over.signal)) events.push(event);
  })();
  for (let second = 0; second < seconds; second++) {
    // the files are read by the system's own threads
    while (events.length <= second) await clock.pass(0);
    await at(second);
    await clock.pass(1000);
  }
  over.abort();
  await reading;
  const source: TelemetryLine = { kind: "source", atNs: 0, wallMs: 0, ...found.source.facts };
  const lines = events.slice(0, seconds).map((event): TelemetryLine => {
    assert(event.kind === "reading");
    return { ...event, kind: "sample" };
  });
  return { facts: found.source.facts, lines, all: [source, ...lines] };
}

Deno.test("a Linux host: one temperature a chip, the margin, power from RAPL's counter", async () => {
  await inTree({
    "hwmon/hwmon0/name": "nvme\n",
    "hwmon/hwmon0/temp1_input": "99000\n",
    "hwmon/hwmon2/name": "coretemp\n",
    "hwmon/hwmon2/temp2_input": "71000\n",
    "hwmon/hwmon2/temp2_label": "Core 0\n",
    "hwmon/hwmon2/temp1_input": "73000\n",
    "hwmon/hwmon2/temp1_label": "Package id 0\n",
    "hwmon/hwmon2/temp1_crit": "100000\n",
    "thermal/thermal_zone0/type": "x86_pkg_temp\n",
    "thermal/thermal_zone0/temp": "73000\n",
    "powercap/intel-rapl:0/name": "package-0\n",
    "powercap/intel-rapl:0/energy_uj": "900000000\n",
    "powercap/intel-rapl:0/max_energy_range_uj": "1000000000\n",
    "powercap/intel-rapl:0:0/name": "core\n",
    "powercap/intel-rapl:0:0/energy_uj": "5\n",
  }, async (root) => {
    const energy = (microjoules: number) =>
      Deno.writeTextFile(join(root, "powercap/intel-rapl:0/energy_uj"), `${microjoules}\n`);
    const { facts, lines, all } = await readings(root, 4, async (second) => {
      // 60 W, then over the counter's end 65 W
      if (second === 0) await energy(960_000_000);
      if (second === 1) await energy(25_000_000);
      if (second === 2) await Deno.remove(join(root, "hwmon/hwmon2/temp1_input"));
    });
    assert.deepEqual(facts.devices, [
      { device: "cpu0", name: "coretemp Package id 0", energyRangeMicrojoules: null },
      { device: "rapl0", name: "RAPL package-0", energyRangeMicrojoules: 1e9 },
    ]);
    const [first] = lines;
    assert(first.kind === "sample");
    assert.deepEqual([first.devices[0].celsius, first.devices[0].marginCelsius], [73, 27]);
    assert.equal(first.devices[0].powerWatts, null, "not told is not 0");
    const samples = telemetrySamples(all);
    assert.deepEqual(samples.map(({ powerWatts }) => powerWatts), [null, 60, 65, 0]);
    assert.deepEqual(samples.map(({ celsius }) => celsius), [73, 73, 73, null]);
    assert.deepEqual(samples.map(({ slowdown }) => slowdown), [null, null, null, null]);
    const last = lines.at(-1)!;
    assert(last.kind === "sample");
    assert.match(last.devices[0].missing.celsius, /No such file/);
  });
});

Deno.test("a Linux host without hwmon has its thermal zones, one with neither has nothing", async () => {
  await inTree({
    "thermal/thermal_zone0/type": "acpitz\n",
    "thermal/thermal_zone0/temp": "20000\n",
    "thermal/thermal_zone10/type": "cpu-thermal\n",
    "thermal/thermal_zone10/temp": "61500\n",
    "thermal/cooling_device0/type": "cpu fan\n",
  }, async (root) => {
    const { facts, lines } = await readings(root, 1, () => Promise.resolve());
    assert.deepEqual(facts.fields, ["thermal/thermal_zone10/temp"]);
    assert(lines[0].kind === "sample");
    assert.equal(lines[0].devices[0].celsius, 61.5);
  });
  await inTree({ "thermal/thermal_zone0/type": "acpitz\n" }, async (root) => {
    const found = await findLinuxSensors({ clock: steppedClock(), files: systemFiles(), root });
    assert.equal(found.kind, "absent");
  });
});

Deno.test("a log can be played as if it were measured now", async () => {
  const csv = "timestamp, index, temperature.gpu\n" +
    "2026/10/12 14:00:00.000, 0, 60\n2026/10/12 14:00:02.000, 0, 61\n";
  const clock = steppedClock();
  const moments = recordedMoments(readSmiLog(csv, { where: "a.csv" }).samples);
  const source = recordedSource(moments, { clock, tool: "replay", end: "ends" });
  await clock.pass(5000);
  const events: SourceEvent[] = [];
  const reading = (async () => {
    for await (const event of source.events(new AbortController().signal)) events.push(event);
  })();
  await clock.pass(3000);
  await reading;
  assert.deepEqual(
    events.map((event) => event.kind === "reading" && [event.atNs / 1e9, event.devices[0].celsius]),
    [[5, 60], [7, 61]],
  );
});

Deno.test("power is one quantity throughout, and no energy is counted across two sessions", () => {
  const sample = (seconds: number, changes: Partial<DeviceReading>): TelemetryLine => ({
    kind: "sample",
    atNs: seconds * 1e9,
    wallMs: 0,
    toolTime: null,
    devices: [gpuReading(changes)],
  });
  const source: TelemetryLine = {
    kind: "source",
    atNs: 0,
    wallMs: 0,
    tool: "script",
    version: null,
    fields: [],
    devices: [{ device: "gpu0", name: "GPU", energyRangeMicrojoules: 1e9 }],
  };
  const watts = (lines: TelemetryLine[]) =>
    telemetrySamples(lines).map(({ powerWatts }) => powerWatts);
  assert.deepEqual(
    watts([
      sample(0, { powerWatts: 200, powerInstantWatts: 300 }),
      sample(1, { powerInstantWatts: 300 }),
    ]),
    [200, null],
  );
  // the counter began again with the machine, not at its range
  const session = [
    source,
    ...[0, 1].map((at) => sample(at, { energyMicrojoules: 5e8 + at * 5e7 })),
  ];
  const later = [source, ...[9, 10].map((at) => sample(at, { energyMicrojoules: at * 1e6 }))];
  assert.deepEqual(watts([...session, ...later]), [null, 50, null, 1]);
});

Deno.test("a run without telemetry has none, not an empty one", async () => {
  await inTree({ "data/record.json": "{}" }, async (folder) => {
    assert.equal(await readTelemetry(folder), null);
  });
});
