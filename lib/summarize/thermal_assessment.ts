import type { TelemetrySample } from "../measure/telemetry.ts";
import type { ThermalRules } from "../record/plan.ts";
import { median } from "../stats/median.ts";
import { type Drift, driftOf } from "./drift.ts";
import { samplesIn } from "./telemetry_over.ts";

/** One criterion that was fixed before the run, and what was found. */
export interface ThermalCheck {
  /** Which criterion of the plan. */
  readonly criterion: "maximum" | "drift-per-hour" | "slowdown" | "longest-gap";
  /** Unit of the number found and of the limit. */
  readonly unit: "°C" | "°C/h" | "samples" | "s";
  /** Null where anything is allowed. */
  readonly limit: number | null;
  /** What was found; null when it was not measured. */
  readonly found: number | null;
  /** Whether the criterion is met. */
  readonly verdict: "met" | "not-met" | "not-measured";
}

/** The thermal assessment of a finished run. `not-measured` when a criterion could not be judged. */
export interface ThermalAssessment {
  /** Whether all are met. */
  readonly verdict: "met" | "not-met" | "not-measured";
  /** One check for each criterion. */
  readonly checks: readonly ThermalCheck[];
  /** Slope of the temperature; null when there is too little. */
  readonly drift: Drift | null;
}

/**
 * Judges a stretch of a run by the plan's criteria: highest temperature, drift in an hour (Theil-Sen
 * over minutes), slowdown flags, and the longest time between two temperatures, the borders
 * included. A run without telemetry meets nothing. One slowdown that was seen is enough to fail; that
 * there was none takes a flag from at least as many samples as have a temperature.
 */
export function assessThermal(
  telemetry: readonly TelemetrySample[] | null,
  { startNs, endNs }: { readonly startNs: number; readonly endNs: number },
  criteria: ThermalRules["criteria"],
): ThermalAssessment {
  const samples = telemetry === null ? [] : samplesIn(telemetry, startNs, endNs + 1);
  const warm = samples.flatMap(({ atNs, celsius }) =>
    celsius === null ? [] : [{ atNs, value: celsius }]
  );
  const told = samples.filter(({ slowdown }) => slowdown !== null);
  const drift = driftOf(minuteMedians(warm, startNs));
  const slowdowns = told.filter(({ slowdown }) => slowdown).length;
  const enough = told.length > 0 && told.length >= warm.length;
  const checks = [
    check("maximum", "°C", criteria.maximumCelsius, highest(warm)),
    check("drift-per-hour", "°C/h", criteria.driftCelsiusPerHour, drift?.perHour ?? null),
    check(
      "slowdown",
      "samples",
      criteria.slowdownAllowed ? null : 0,
      slowdowns > 0 || enough ? slowdowns : null,
    ),
    check(
      "longest-gap",
      "s",
      criteria.longestGapSeconds,
      warm.length === 0 ? null : longestGapNs(warm, startNs, endNs) / 1e9,
    ),
  ];
  const verdicts = checks.map(({ verdict }) => verdict);
  const verdict = verdicts.includes("not-met")
    ? "not-met"
    : verdicts.includes("not-measured")
    ? "not-measured"
    : "met";
  return { verdict, checks, drift };
}

function check(
  criterion: ThermalCheck["criterion"],
  unit: ThermalCheck["unit"],
  limit: number | null,
  found: number | null,
): ThermalCheck {
  const verdict = limit === null
    ? "met"
    : found === null
    ? "not-measured"
    : found <= limit
    ? "met"
    : "not-met";
  return { criterion, unit, limit, found, verdict };
}

function highest(values: readonly { value: number }[]): number | null {
  return values.length === 0
    ? null
    : values.reduce((most, { value }) => Math.max(most, value), -Infinity);
}

/** Minutes count from the start of the stretch: when the clock began does not matter. */
function minuteMedians(values: readonly { atNs: number; value: number }[], startNs: number) {
  const minutes = new Map<number, number[]>();
  for (const { atNs, value } of values) {
    const minute = Math.floor((atNs - startNs) / 60e9);
    const known = minutes.get(minute);
    if (known) known.push(value);
    else minutes.set(minute, [value]);
  }
  return [...minutes].map(([minute, of]) => ({
    atNs: startNs + minute * 60e9,
    value: median(of)!,
  }));
}

function longestGapNs(
  samples: readonly { atNs: number }[],
  startNs: number,
  endNs: number,
): number {
  let longest = Math.max(samples[0].atNs - startNs, endNs - samples.at(-1)!.atNs);
  for (let at = 1; at < samples.length; at++) {
    longest = Math.max(longest, samples[at].atNs - samples[at - 1].atNs);
  }
  return longest;
}
