import type { Plan } from "../record/plan.ts";
import type { Metric, ScenarioMetric } from "./metric.ts";
import { concurrencyReached } from "./metrics/concurrency_reached.ts";
import { decodeRate } from "./metrics/decode_rate.ts";
import { energyPerResponse, energyPerToken } from "./metrics/energy.ts";
import { interEventGap } from "./metrics/inter_event_gap.ts";
import { queueTime } from "./metrics/queue_time.ts";
import { responseRate } from "./metrics/response_rate.ts";
import { responseTime } from "./metrics/response_time.ts";
import { roundRate } from "./metrics/round_rate.ts";
import {
  serverDecodeRatePrinted,
  serverDecodeRateSteps,
  serverDecodeRateTokens,
} from "./metrics/server_decode_rate.ts";
import { serverPromptRate } from "./metrics/server_prompt_rate.ts";
import { temperatureAtStart } from "./metrics/temperature_at_start.ts";
import { throughputMeanOfRounds, throughputSpan, throughputUnion } from "./metrics/throughput.ts";
import { timePerOutputToken } from "./metrics/time_per_output_token.ts";
import { timeToFirstVisible } from "./metrics/time_to_first_visible.ts";
import { ttft } from "./metrics/ttft.ts";

/**
 * Every quantity that is computed from a record, each defined once. Table heads, axis labels and the
 * documentation read names, units and formulas from here.
 */
export const catalogue: readonly Metric[] = [
  ttft,
  timeToFirstVisible,
  responseTime,
  decodeRate,
  responseRate,
  timePerOutputToken,
  interEventGap,
  queueTime,
  serverPromptRate,
  serverDecodeRateTokens,
  serverDecodeRateSteps,
  serverDecodeRatePrinted,
  roundRate,
  throughputMeanOfRounds,
  throughputUnion,
  throughputSpan,
  concurrencyReached,
  energyPerToken,
  energyPerResponse,
  temperatureAtStart,
];

/**
 * The metric with an id.
 *
 * @throws {RangeError} When the catalogue has none; the sentence lists the ids.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { metricById } from "./catalogue.ts";
 *
 * assert.equal(metricById("ttft").name, "Time to first token");
 * ```
 */
export function metricById(id: string): Metric {
  const metric = catalogue.find((entry) => entry.id === id);
  if (metric) return metric;
  const ids = catalogue.map((entry) => entry.id).join(", ");
  throw new RangeError(`Cannot find the metric ${id}: the catalogue has ${ids}`);
}

/** The metrics that a method's tables show, and that effects are stated of. */
export function headlineMetrics(method: Plan["method"]): Metric[] {
  return [ttft, responseTime, headlineThroughput(method)];
}

/** The throughput that a method puts in its tables. The others stay available under their names. */
export function headlineThroughput(method: Plan["method"]): ScenarioMetric {
  return method === "historical" ? throughputMeanOfRounds : throughputUnion;
}
