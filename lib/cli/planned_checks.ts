import type { Plan, ThermalRules } from "../record/plan.ts";
import { READINGS_IN_A_ROW, UNREADABLE_IN_A_ROW } from "../run/telemetry/thermal_watch.ts";

/** Every check that a run of a plan makes, as sentences: when, and what must hold. */
export interface PlannedChecks {
  before: string[];
  eachRound: string[];
  throughout: string[];
  afterwards: string[];
}

/** What a run of the plan checks beside the settings that it reads back. */
export function plannedChecks(plan: Plan): PlannedChecks {
  const { limits, thermal, outputTokens } = plan;
  return {
    before: [
      "the plan, the prompts' text, both halves of the software and the cooling criteria are those " +
      "of the lock; what changed is said loudly and kept in the record",
      "each model file is a GGUF, has all its parts, and has the plan's SHA-256 where it names one",
      ...beforeHeat(thermal),
      `each server is ready within ${limits.startSeconds} s`,
      "no setting that the server tells differs from the plan; one that it does not tell is kept as " +
      "unverified",
      "no other process writes to the record's folder",
    ],
    eachRound: [
      "no slot of the server is at work before the barrier",
      "every connection stands before the barrier",
      "HTTP status 200, a final event and no second one, no error event, and times in their order",
      `${outputTokens} tokens generated, and the limit as the reason to stop`,
      "the whole prompt processed, nothing of it from a cache, nothing truncated",
      ...plan.pinSlots ? ["each response comes from the slot that was asked for"] : [],
      `a response ends within ${limits.responseSeconds} s, and is silent for at most ` +
      `${limits.silenceSeconds} s`,
      "with more than one request: the latest start lies before the earliest end",
      "every line is on the disk before the next round",
    ],
    throughout: [
      "the server's process lives, and the server answers after any failed response",
      "the wall clock does not move against the monotonic clock",
      ...heat(thermal),
    ],
    afterwards: [
      "the server's own counters grew by as many tokens as the responses tell",
      ...plan.soak ? [`the rounds that count span at least ${plan.soak.minimumSeconds} s`] : [],
      ...criteria(thermal),
      "the record is sealed, and its checksums hold",
    ],
  };
}

function beforeHeat(thermal: Plan["thermal"]): string[] {
  if (thermal?.sensor !== "required") return ["no temperature sensor is asked for"];
  const { stopAtCelsius, coolDownToCelsius, coolDownLimitSeconds } = thermal;
  return [
    `a temperature sensor is there, and below ${stopAtCelsius} degrees C`,
    ...coolDownToCelsius === null ? [] : [
      `at most ${coolDownToCelsius} degrees C before each scenario, waited for up to ` +
      `${coolDownLimitSeconds} s`,
    ],
  ];
}

function heat(thermal: Plan["thermal"]): string[] {
  if (thermal?.sensor !== "required") return [];
  const { stopAtCelsius, stopAtMarginCelsius, stopOnSlowdown, silenceSeconds, stop } = thermal;
  const when = stop === "at-once" ? "stopped at once" : "stopped after the round";
  return [
    `${when} at ${stopAtCelsius} degrees C in ${READINGS_IN_A_ROW} readings in a row`,
    ...stopAtMarginCelsius === null ? [] : [
      `${when} at a margin of ${stopAtMarginCelsius} degrees C in ${READINGS_IN_A_ROW} readings`,
    ],
    ...stopOnSlowdown ? [`${when} at a thermal slowdown in ${READINGS_IN_A_ROW} readings`] : [],
    `${when} when the sensor is silent for ${silenceSeconds} s or tells nothing in ` +
    `${UNREADABLE_IN_A_ROW} readings in a row`,
  ];
}

function criteria(thermal: ThermalRules | null): string[] {
  if (!thermal) return [];
  const { maximumCelsius, driftCelsiusPerHour, slowdownAllowed, longestGapSeconds } =
    thermal.criteria;
  return [
    `cooling of a soak: at most ${maximumCelsius} degrees C, at most ${driftCelsiusPerHour} degrees ` +
    `C of drift in an hour, slowdowns ${slowdownAllowed ? "allowed" : "not allowed"}, no gap of ` +
    `more than ${longestGapSeconds} s`,
  ];
}
