import assert from "node:assert/strict";
import { join } from "node:path";
import { energyJoules } from "../../lib/measure/energy_integral.ts";
import { telemetrySamples } from "../../lib/measure/read_telemetry.ts";
import {
  type DeviceReading,
  isThermalSlowdown,
  type TelemetrySampleLine,
  throttleReasons,
} from "../../lib/record/telemetry.ts";
import { createSmiCsv } from "../../lib/run/telemetry/smi_csv.ts";
import { readAmount, smiFields } from "../../lib/run/telemetry/smi_fields.ts";
import { readSmiLog, type SmiLog } from "../runs/smi_log.ts";
import { createThermalWatch, type ThermalFinding } from "../../lib/run/telemetry/thermal_watch.ts";
import { readThrottleMask } from "../../lib/run/telemetry/throttle_mask.ts";
import { assertNear as near } from "../near.ts";

const cases = join(import.meta.dirname!, "..", "cases");
const text = (id: string, file: string) => Deno.readTextFileSync(join(cases, id, file));
const expected = (id: string) => JSON.parse(text(id, "expected.json")).expect;

type LogOptions = Partial<Parameters<typeof readSmiLog>[1]>;
const log = (id: string, file: string, options: LogOptions = {}): SmiLog =>
  readSmiLog(text(id, file), { where: file, ...options });

const values = <Name extends keyof DeviceReading>(
  samples: readonly TelemetrySampleLine[],
  name: Name,
  device = "gpu0",
): DeviceReading[Name][] =>
  samples.flatMap(({ devices }) => devices.filter((each) => each.device === device))
    .map((reading) => reading[name]);

/** Joules from the first sample to the last, of some of the devices. */
function joules(samples: readonly TelemetrySampleLine[], device?: string): number | null {
  const lines = samples.map((line) => ({
    ...line,
    devices: line.devices.filter((each) => device === undefined || each.device === device),
  }));
  const window = { startNs: lines[0].atNs, endNs: lines.at(-1)!.atNs };
  return energyJoules([window], telemetrySamples(lines));
}

Deno.test("F-TEL-01: words in the place of numbers are missing values with their reason", () => {
  const expect = expected("F-TEL-01");
  const { samples } = log("F-TEL-01", "smi.csv");
  assert.equal(samples.length, expect.rows);
  assert.deepEqual(values(samples, "powerWatts"), expect.power_w);
  assert.deepEqual(values(samples, "celsius"), expect.temp_c);
  assert.deepEqual(values(samples, "utilizationPercent"), expect.util_pct);
  const missing = values(samples, "missing");
  assert.equal(missing[2].powerWatts, "[Not Supported]");
  assert.equal(missing[expect.device_lost_row].celsius, "[GPU is lost]");
  assert.equal(missing[6].utilizationPercent, "-");
  assert.equal(missing[5].fanPercent, "ERR!");
  const power = telemetrySamples(samples).flatMap(({ powerWatts }) => powerWatts ?? []);
  assert.equal(power.length, expect.n_power);
  near(power.reduce((sum, watts) => sum + watts, 0) / power.length, expect.mean_power_w, 1e-6);
});

Deno.test("F-TEL-02: columns go by their names, and each power is named", () => {
  const expect = expected("F-TEL-02");
  const units = log("F-TEL-02", "with_units.csv").samples;
  assert.deepEqual(values(units, "powerWatts"), expect.with_units.power_w);
  assert.deepEqual(values(units, "celsius"), expect.with_units.temp_c);
  const other = log("F-TEL-02", "nounits_other_order.csv").samples;
  assert.deepEqual(values(other, "powerAverageWatts"), expect.nounits_other_order.power_average_w);
  assert.deepEqual(values(other, "powerInstantWatts"), expect.nounits_other_order.power_instant_w);
  assert.deepEqual(values(other, "celsius"), expect.nounits_other_order.temp_c);
  assert.deepEqual(values(other, "powerWatts"), [null, null, null, null]);
  assert.deepEqual(telemetrySamples(other).map(({ powerWatts }) => powerWatts), [
    200,
    200.5,
    201,
    201.5,
  ]);

  assert.throws(() => log("F-TEL-02", "noheader.csv"), /noheader\.csv:1: .*no header/);
  const columns = ["timestamp", "index", "temperature.gpu", "power.draw", "utilization.gpu"];
  const told = log("F-TEL-02", "noheader.csv", { columns }).samples;
  assert.deepEqual(values(told, "celsius"), [60, 61, 62, 63]);
  assert.deepEqual(values(told, "powerWatts"), [200, 200.5, 201, 201.5]);
});

Deno.test("a unit in a cell or a header that is not the field's makes no number", () => {
  const csv = createSmiCsv();
  csv.feed("index, temperature.gpu, power.draw [W], memory.used [MiB]");
  const line = csv.feed("0, 61, 200000 mW, 3 MiB");
  assert(line.kind === "row");
  assert.equal(line.row.reading.powerWatts, null);
  assert.equal(line.row.reading.missing.powerWatts, "200000 mW");
  assert.equal(line.row.reading.memoryUsedBytes, 3 * 1024 * 1024);
  csv.feed("index, temperature.gpu, power.draw [mW]");
  const other = csv.feed("0, 61, 200000");
  assert(other.kind === "row");
  assert.equal(other.row.reading.powerWatts, null);
});

Deno.test("F-TEL-04: headers again, blank lines and errors between rows", () => {
  const expect = expected("F-TEL-04");
  const { samples, headers, ignored } = log("F-TEL-04", "smi.csv");
  assert.equal(samples.flatMap(({ devices }) => devices).length, expect.rows);
  assert.deepEqual(values(samples, "celsius"), expect.gpu0_temp_c);
  assert.deepEqual(values(samples, "celsius", "gpu1"), expect.gpu1_temp_c);
  assert.equal(headers, expect.headers_seen);
  assert.deepEqual(ignored.map(({ line, driverError }) => [line, driverError]), [
    [10, false],
    [11, true],
  ]);
});

Deno.test("F-TEL-05: the power of two GPUs adds up, their temperature does not", () => {
  const expect = expected("F-TEL-05");
  const { samples } = log("F-TEL-05", "smi.csv");
  assert.equal(samples.length, 11);
  near(joules(samples, "gpu0")!, expect.energy_j.gpu0, 1e-9);
  near(joules(samples, "gpu1")!, expect.energy_j.gpu1, 1e-9);
  near(joules(samples)!, expect.energy_j.sum, 1e-9);
  const together = telemetrySamples(samples);
  assert.equal(together.at(-1)!.atNs, expect.duration_s * 1e9);
  assert.deepEqual(new Set(together.map(({ celsius }) => celsius)), new Set([expect.max_temp_c]));
  const mean = together.reduce((sum, { powerWatts }) => sum + powerWatts!, 0) / together.length;
  near(mean, expect.mean_total_power_w, 1e-9);
});

Deno.test("F-TEL-07: gaps are named, and energy is not made up across them", () => {
  const expect = expected("F-TEL-07");
  const { samples, warnings } = log("F-TEL-07", "smi.csv");
  assert.equal(samples.length, expect.samples);
  assert.equal(samples.at(-1)!.atNs, expect.duration_s * 1e9);
  assert.equal(warnings.length, expect.gaps_over_2x_median);
  assert.deepEqual(warnings.map(({ code }) => code), ["gap", "gap"]);
  assert.equal(Math.max(...warnings.map(({ seconds }) => seconds)), expect.max_gap_s);
  assert.equal(joules(samples), null);
});

Deno.test("F-TEL-08: local stamps over a change of the clock", () => {
  const expect = expected("F-TEL-08");
  const { host_time_zone: timeZone } = JSON.parse(text("F-TEL-08", "meta.json"));
  const autumn = log("F-TEL-08", "autumn.csv", { timeZone });
  const utc = autumn.samples.map(({ wallMs }) => new Date(wallMs).toISOString());
  assert.deepEqual(utc.map((time) => time.replace(".000Z", "Z")), expect.autumn.with_zone.utc);
  assert.deepEqual(autumn.warnings, []);
  assert.equal(joules(autumn.samples), expect.autumn.with_zone.energy_j);
  const blind = log("F-TEL-08", "autumn.csv");
  assert.deepEqual(blind.warnings, [{ code: "time-goes-back", after: 2, seconds: 3599 }]);
  assert.equal(joules(blind.samples), 900, "the second that is not known is left out");

  const spring = log("F-TEL-08", "spring.csv", { timeZone });
  assert.equal(spring.samples.at(-1)!.atNs, expect.spring.with_zone.duration_s * 1e9);
  assert.equal(joules(spring.samples), expect.spring.with_zone.energy_j);
  const blindSpring = log("F-TEL-08", "spring.csv");
  assert.deepEqual(blindSpring.warnings, [{ code: "gap", after: 1, seconds: 3601 }]);
  // 02:30 does not exist in that night
  const skipped = text("F-TEL-08", "spring.csv").replace("03:00:00", "02:30:00");
  assert.throws(() => readSmiLog(skipped, { where: "a.csv", timeZone }), /a\.csv:4: .*no time/);
});

Deno.test("F-TEL-10: markers and wild values are lost samples, not an overheated card", () => {
  const expect = expected("F-TEL-10");
  const field = (member: string) => smiFields.find((each) => each.member === member)!;
  const rows = text("F-TEL-10", "telemetry.jsonl").trim().split("\n").map((row) => JSON.parse(row));
  const read = (name: string, member: string) =>
    rows.map((row) => readAmount(String(row[name]), field(member)).value);
  const celsius = read("temp", "celsius");
  assert.deepEqual(celsius, expect.temp_c);
  assert.deepEqual(read("power", "powerWatts"), expect.power_w);
  assert.deepEqual(read("util", "utilizationPercent"), expect.util_pct);
  const watch = createThermalWatch(limits({}));
  assert.deepEqual(
    celsius.map((each) => watch.add([reading({ celsius: each })])),
    rows.map(() => null),
  );
});

const limits = (changes: Partial<Parameters<typeof createThermalWatch>[0]>) => ({
  stopAtCelsius: 85,
  stopAtMarginCelsius: null,
  stopOnSlowdown: false,
  ...changes,
});

function reading(changes: Partial<DeviceReading>): DeviceReading {
  const line = createSmiCsv(["index"]).feed("0");
  assert(line.kind === "row");
  return { ...line.row.reading, ...changes };
}

interface Poll {
  stdout?: string;
  stderr?: string;
  exit?: number;
  hang_ms?: number;
}

/** The poll, counted from 1, that stops the run, and why. */
function stopOf(
  { polls, limit_c, fields = "temperature.gpu" }: {
    polls: Poll[];
    limit_c: number;
    fields?: string;
  },
): { stopAtPoll: number; finding: ThermalFinding } | null {
  const watch = createThermalWatch(
    limits({ stopAtCelsius: limit_c, stopOnSlowdown: fields.includes("reasons") }),
  );
  for (const [at, { stdout, stderr, exit, hang_ms }] of polls.entries()) {
    const csv = createSmiCsv(["index", ...fields.split(",")]);
    const rows = (stdout ?? "").trim().split("\n").map((row, gpu) => csv.feed(`${gpu}, ${row}`))
      .flatMap((line) => line.kind === "row" ? line.row.reading : []);
    const finding = hang_ms !== undefined || exit !== 0
      ? watch.failed(stderr ?? "no answer")
      : watch.add(rows);
    if (finding) return { stopAtPoll: at + 1, finding };
  }
  return null;
}

Deno.test("F-TEL-11: limit, spike, second card, dead tool", () => {
  const expect = expected("F-TEL-11");
  const scenarios = JSON.parse(text("F-TEL-11", "scenarios.json"));
  const codes: Record<string, ThermalFinding["code"]> = {
    temperature: "temperature",
    telemetry_lost: "telemetry-lost",
    thermal_slowdown: "thermal-slowdown",
  };
  for (const [name, scenario] of Object.entries<{ polls: Poll[]; limit_c: number }>(scenarios)) {
    const { stop, stop_at_poll, reason, gpu, peak_c } = expect[name];
    const found = stopOf(scenario);
    if (stop === false) {
      assert.equal(found, null, name);
      continue;
    }
    assert.equal(found?.stopAtPoll, stop_at_poll, name);
    assert.equal(found?.finding.code, codes[reason], name);
    if (gpu !== undefined) assert.equal(found?.finding.device, `gpu${gpu}`);
    if (peak_c) {
      assert.match(found!.finding.reason, new RegExp(`highest so far ${peak_c} degrees C`));
    }
  }
});

Deno.test("one card of two that goes silent stops the run, a hot one is not forgiven a gap", () => {
  const watch = createThermalWatch(limits({}));
  const both = [reading({ celsius: 60 }), reading({ device: "gpu1", celsius: 60 })];
  watch.add(both);
  for (let times = 0; times < 2; times++) assert.equal(watch.add(both.slice(0, 1)), null);
  const lost = watch.add(both.slice(0, 1))!;
  assert.deepEqual([lost.code, lost.device], ["telemetry-lost", "gpu1"]);

  const flaky = createThermalWatch(limits({}));
  assert.equal(flaky.add([reading({ celsius: 86 })]), null);
  assert.equal(flaky.add([reading({ celsius: null })]), null);
  assert.equal(flaky.add([reading({ celsius: 86 })])?.code, "temperature");
});

Deno.test("a margin stops the run, and so does its silence once the plan counts on it", () => {
  const margin = createThermalWatch(limits({ stopAtMarginCelsius: 2 }));
  margin.add([reading({ celsius: 70, marginCelsius: 3 })]);
  margin.add([reading({ celsius: 70, marginCelsius: 2 })]);
  const found = margin.add([reading({ celsius: 71, marginCelsius: 0, powerLimitWatts: 350 })])!;
  assert.equal(found.code, "margin");
  assert.equal(
    found.reason,
    "gpu0 was at most 2 degrees C below the hardware's limit in 2 readings in a row: 71 degrees C, " +
      "margin 0 degrees C, slowdown flags not told, power not told, power cap 350 W, " +
      "highest so far 71 degrees C",
  );
  const silent = createThermalWatch(limits({ stopAtMarginCelsius: 2 }));
  silent.add([reading({ celsius: 70, marginCelsius: 3 })]);
  silent.add([reading({ celsius: 70 })]);
  silent.add([reading({ celsius: 70 })]);
  assert.equal(silent.add([reading({ celsius: 70 })])?.code, "telemetry-lost");
});

Deno.test("F-TEL-12: the mask is hexadecimal, under its old and its new name", () => {
  const expect = expected("F-TEL-12");
  const read = (file: string) => values(log("F-TEL-12", file).samples, "throttle");
  const reasons = read("new_name.csv");
  assert.deepEqual(read("old_name.csv"), reasons);
  const thermal = reasons.flatMap((each, row) => isThermalSlowdown(each) ? row : []);
  assert.deepEqual(thermal, expect.thermal_rows);
  // the case shortens the name of one bit
  const shortened = (names: string[] | null) =>
    names?.map((name) => name === "hw_power_brake_slowdown" ? "hw_power_brake" : name) ?? null;
  for (const [mask, names] of Object.entries<string[] | string | null>(expect.decoded)) {
    const all = names === "all nine" ? shortened([...throttleReasons]) : names;
    assert.deepEqual(shortened(readThrottleMask(mask)), all, mask);
  }
});

Deno.test("F-TEL-13: another vendor's telemetry is refused, not read by position", () => {
  assert.throws(
    () => log("F-TEL-13", "amd.csv"),
    /amd\.csv:1: it is no nvidia-smi export, no header names temperature\.gpu, power\.draw/,
  );
});

Deno.test("F-TEL-15: a date whose order is not certain is refused", () => {
  assert.throws(() => log("F-TEL-15", "gpu_log.csv"), /gpu_log\.csv:1: it is no nvidia-smi export/);
  const csv = "timestamp, index, temperature.gpu\n04-03-2021 13:32:39, 0, 58\n";
  assert.throws(() => readSmiLog(csv, { where: "a.csv" }), /a\.csv:2: "04-03-2021 13:32:39" is no/);
  // rows of one second make no time of their own
  const row = "2021/03/04 13:32:39, 0, 1\n";
  const { samples } = readSmiLog(`timestamp, index, power.draw [W]\n${row}${row}${row}`, {
    where: "a.csv",
  });
  assert.deepEqual(samples.map(({ atNs }) => atNs), [0, 0, 0]);
});
