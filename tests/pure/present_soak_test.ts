import assert from "node:assert/strict";
import { UserError } from "../../lib/base/errors.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import { isMeasured } from "../../lib/measure/scenario.ts";
import type { TelemetrySample } from "../../lib/measure/telemetry.ts";
import { languages } from "../../lib/present/format.ts";
import { soakFigure, soakTracks } from "../../lib/present/soak_figure.ts";
import { soakHoursTable } from "../../lib/present/soak_hours.ts";
import { soakDriftTable, soakEventsTable } from "../../lib/present/soak_stability.ts";
import { soakTable } from "../../lib/present/soak_table.ts";
import { soakTables } from "../../lib/present/soak_tables.ts";
import { soakThermalTable } from "../../lib/present/soak_thermal.ts";
import type { Table } from "../../lib/present/table.ts";
import type { LoadedRun } from "../../lib/summarize/load_run.ts";
import { summarizeRuns } from "../../lib/summarize/summary.ts";
import { buildRecord, type Place, type RecordSpec } from "../records/build_record.ts";

const plan = { promptTokens: [8192], concurrency: [4], soak: { minimumSeconds: 60 } };
const thermal = {
  sensor: "required",
  stopAtCelsius: 85,
  stopAtMarginCelsius: null,
  stopOnSlowdown: false,
  stop: "at-once",
  coolDownToCelsius: null,
  coolDownLimitSeconds: 1800,
  silenceSeconds: 10,
  criteria: {
    maximumCelsius: 85,
    driftCelsiusPerHour: 1,
    slowdownAllowed: false,
    longestGapSeconds: 10,
  },
} as const;

/** Rounds of four responses that take 20 s each, with 5 s between; 144 of them are an hour. */
async function soak(
  rounds: number,
  {
    timing = () => ({ ttftNs: 4e9, responseNs: 20e9 }),
    telemetry = null,
    ...spec
  }: RecordSpec & { telemetry?: readonly TelemetrySample[] | null } = {},
): Promise<LoadedRun> {
  const { record, lines } = buildRecord({
    plan: { ...plan, thermal },
    rounds: () => rounds,
    events: 2,
    pauseNs: 5e9,
    timing,
    ...spec,
  });
  const scenarios = await readScenarios(record, lines, { telemetry });
  return {
    folder: "record",
    record,
    scenarios,
    summary: summarizeRuns(record, scenarios, { resamples: 20 }),
    analysis: null,
  };
}

/** A sample each second of a sensor that stays at 70 degrees and 200 W. */
const steady = (seconds: number): TelemetrySample[] =>
  Array.from({ length: seconds }, (_, second) => ({
    atNs: second * 1e9,
    powerWatts: 200,
    celsius: 70,
    slowdown: false,
  }));

const texts = (table: Table) => table.rows.map((row) => row.map(({ text }) => text));

Deno.test("the hours of a soak: throughput, medians, p95 past the gate, power, temperature", async () => {
  const { summary } = await soak(180, { telemetry: steady(4600) });
  assert.deepEqual(texts(soakHoursTable(summary, "en")), [
    ["1", "60.0", "51.2", "20.0", "20.0", "4.0", "200.0", "70.0", "576", "144"],
    ["2", "14.9", "51.2", "20.0", "56 short of 200", "4.0", "200.0", "70.0", "144", "36"],
  ]);
  assert.deepEqual(texts(soakTable(summary, "de")), [
    ["74,92", "51,2", "20,0", "20,0", "4,0", "720", "180"],
  ]);
});

Deno.test("the German table has both meanings of Leistung", async () => {
  const { summary } = await soak(10, { telemetry: steady(300) });
  const table = soakHoursTable(summary, "de");
  const heads = table.columns.map((column) => table.headOf(column));
  assert(heads.includes("Gesamtdurchsatz, Tokens/s"));
  assert(heads.includes("Leistungsaufnahme, Mittel, W"));
  assert.match(table.notes.join(" "), /Leistung hat hier zwei Bedeutungen/);
});

Deno.test("what no sensor told is a dash and not 0, and meets no criterion", async () => {
  const { summary } = await soak(10);
  const [hour] = texts(soakHoursTable(summary, "en"));
  assert.deepEqual(hour.slice(6, 8), ["–", "–"]);
  assert.match(soakHoursTable(summary, "en").notes.join(" "), /no sensor/);
  assert(texts(soakThermalTable(summary, "en")).every((row) => row.at(-1) === "not measured"));
  const without = await soak(10, { plan: { ...plan, thermal: null } });
  const table = soakThermalTable(without.summary, "en");
  assert.deepEqual(table.rows, []);
  assert.match(table.notes.join(" "), /no thermal criteria/);
});

Deno.test("criteria that are met and not met are told with their limits", async () => {
  const telemetry = steady(300).map((sample, at) =>
    at === 100 ? { ...sample, celsius: 86 } : sample
  );
  const { summary } = await soak(10, { telemetry });
  const table = soakThermalTable(summary, "en");
  assert.deepEqual(texts(table)[0], [
    "highest temperature",
    "85.0\u00a0°C",
    "86.0\u00a0°C",
    "not met",
  ]);
  assert.deepEqual(texts(table)[1].slice(1, 3), ["1.00\u00a0°C/h", "0.00\u00a0°C/h"]);
  assert.match(table.notes.join(" "), /as a whole: not met\. .* Fixed beforehand: not frozen\./);

  const just = await soak(10, {
    telemetry: steady(300).with(100, { ...telemetry[100], celsius: 85.04 }),
  });
  const [highest] = texts(soakThermalTable(just.summary, "en"));
  assert.deepEqual(highest.slice(1), ["85.00\u00a0°C", "85.04\u00a0°C", "not met"]);
});

Deno.test("a throttled half is a jump; no p is printed as 0", async () => {
  const timing = ({ round }: Place) => {
    const factor = round > 150 ? 1.05 : 1 + (round % 7) / 1e4;
    return { ttftNs: Math.round(4e9 * factor), responseNs: Math.round(20e9 * factor) };
  };
  const { summary } = await soak(300, { timing });
  const rows = texts(soakEventsTable(summary, "en"));
  const jump = rows.find(([event, , round]) => event === "Round rate: jump" && round === "151");
  assert(jump, JSON.stringify(rows));
  // 4 x 256 tokens in 20 s, and in 21 s
  assert.deepEqual(jump.slice(3), ["51.18\u00a0tokens/s", "48.76\u00a0tokens/s", "<\u00a00.0001"]);
  const drift = soakDriftTable(summary, "en");
  assert.equal(drift.rows[1][0].text, "Time to first token (s per hour)");
  for (const [, ...cells] of texts(drift)) {
    assert(cells.every((text) => /^[+−]\d|^0(\.0+)?$/.test(text)), cells.join(" "));
    assert.equal(new Set(cells.slice(0, 3).map((text) => text.split(".")[1]?.length)).size, 1);
  }
  assert(!drift.notes.join(" ").includes("extrapolated"));
  const short = await soak(10);
  assert.match(soakDriftTable(short.summary, "en").notes.join(" "), /Measured over 4\.1\u00a0min;/);
});

Deno.test("what ends a soak after its last round began is no hour of its own", async () => {
  const { summary } = await soak(144, {
    timing: ({ round }) => ({ ttftNs: 4e9, responseNs: round === 144 ? 40e9 : 20e9 }),
  });
  assert.equal(summary.soaks[0].hours.length, 2);
  assert.deepEqual(texts(soakHoursTable(summary, "en")).map(([hour, length]) => [hour, length]), [
    ["1", "60.0"],
  ]);
});

Deno.test("a record without a soak says why none can be shown", async () => {
  const { record, lines } = buildRecord({ plan: { promptTokens: [2048], concurrency: [1] } });
  const scenarios = await readScenarios(record, lines);
  const summary = summarizeRuns(record, scenarios);
  assert.throws(() => soakTable(summary, "en"), (error) => {
    assert(error instanceof UserError);
    assert.match(error.message, /its plan has none/);
    return true;
  });
});

Deno.test("the tracks of a soak keep each response, and a silent sensor leaves a gap", async () => {
  const telemetry = steady(4600).filter(({ atNs }) => atNs < 1000e9 || atNs > 2000e9);
  const run = await soak(180, { telemetry });
  const [scenario] = run.scenarios.filter(isMeasured);
  const { tracks, roundsAPoint, sensorSeconds } = soakTracks(scenario, run.summary.soaks[0]);
  assert.equal(tracks.responseSeconds.length, 720);
  assert(tracks.responseSeconds.every(({ value }) => value === 20));
  assert.equal(roundsAPoint, 4);
  assert.equal(tracks.throughputTokensPerSecond.length, 45);
  assert.equal(sensorSeconds, 15);
  const { temperatureCelsius } = tracks;
  assert(temperatureCelsius.some(({ value }) => value === null), "a gap stays a gap");
  assert(temperatureCelsius.every(({ value }) => value === null || value === 70));
  const gap = temperatureCelsius.filter(({ value }) => value === null).length * 15;
  assert(Math.abs(gap - 1000) < 30, "as long as the silence was");
});

Deno.test("of very many responses the extremes stay in the picture", async () => {
  const timing = ({ round, index }: Place) => ({
    ttftNs: 1e6,
    responseNs: round === 700 && index === 2 ? 9e9 : 2e9 + round,
  });
  const run = await soak(1600, { timing, pauseNs: 0 });
  const [scenario] = run.scenarios.filter(isMeasured);
  const { tracks } = soakTracks(scenario, run.summary.soaks[0]);
  assert(tracks.responseSeconds.length <= 3000);
  assert(tracks.responseSeconds.some(({ value }) => value === 9));
});

Deno.test("every table and figure of a soak in each language", async () => {
  const run = await soak(10, { telemetry: steady(300) });
  for (const language of languages) {
    const tables = soakTables(run.summary, language);
    assert.equal(tables.length, 5);
    for (const table of tables) {
      assert(table.rows.length > 0 || table.id === "soak-events", table.id);
      assert.equal(table.provenance[0].kind, "simulated");
    }
    const { svg, alt, caption } = await soakFigure(run, language);
    assert.match(svg, /\(min\) →</, "less than an hour is shown in minutes");
    assert(alt.length > 60 && !/undefined|NaN/.test(alt + caption));
    assert.match(caption, /\D40\u00a0/);
  }
});
