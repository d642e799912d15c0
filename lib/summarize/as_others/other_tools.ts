import { sampleStandardDeviation } from "simple-statistics";
import type { MeasuredResponse } from "../../measure/measured_response.ts";
import { serverDecodeRateSteps } from "../../measure/metrics/server_decode_rate.ts";
import { serverPromptRate } from "../../measure/metrics/server_prompt_rate.ts";
import { type MeasuredScenario, responsesOf } from "../../measure/scenario.ts";
import { spanNs } from "../../stats/window_union.ts";
import { caveats, each, meanOf, p99Responses, percentileAs, type Printed } from "./printed.ts";

/** guidellm, as read at its commit of 2026-08: nearest-rank percentiles, TPOT with the prompt in it. */
export function asGuidellm(scenario: MeasuredScenario): Printed[] {
  const responses = responsesOf(scenario);
  const tool = "guidellm";
  const latencies = (name: string, values: readonly number[], definition: string): Printed[] => {
    const shared = { tool, unit: "ms", definition, caveat: caveats.wallClock } as const;
    return [
      { ...shared, name: `${name} (mean)`, value: meanOf(values) },
      { ...shared, name: `${name} (median)`, value: percentileAs("inverse-ecdf", values, 0.5) },
      { ...shared, name: `${name} (p95)`, value: percentileAs("inverse-ecdf", values, 0.95) },
    ];
  };
  return [
    ...latencies(
      "TTFT",
      each(responses, ({ firstTokenNs, startNs }) => firstTokenNs - startNs),
      "first text - start",
    ),
    ...latencies(
      "TPOT",
      each(
        responses,
        ({ lastTokenNs, startNs, tokens }) =>
          lastTokenNs === null || !tokens ? null : (lastTokenNs - startNs) / tokens,
      ),
      "(last token - start) / output tokens: the prompt is in it",
    ),
    ...latencies(
      "ITL",
      each(
        responses,
        ({ lastTokenNs, firstTokenNs, tokens }) =>
          lastTokenNs === null || tokens === null || tokens < 2
            ? null
            : (lastTokenNs - firstTokenNs) / (tokens - 1),
      ),
      "(last token - first token) / (output tokens - 1)",
    ),
    ...latencies(
      "request latency",
      each(responses, ({ closedNs, endNs, startNs }) => (closedNs ?? endNs) - startNs),
      "end of the stream - start",
    ),
  ];
}

/** llama-bench: rates of the engine alone, mean and sample standard deviation. */
export function asLlamaBench(scenario: MeasuredScenario): Printed[] {
  const responses = responsesOf(scenario);
  const { promptTokens, outputTokens, concurrency } = scenario.facts;
  const tool = "llama-bench";
  const caveat = concurrency > 1 ? caveats.inProcessSlots : caveats.inProcess;
  const rate = (
    name: string,
    of: (response: MeasuredResponse) => number | null,
    definition: string,
  ) => {
    const values = each(responses, of, 1);
    const shared = { tool, unit: "tokens/s", definition, caveat } as const;
    return [
      { ...shared, name: `${name} t/s`, value: meanOf(values) },
      {
        ...shared,
        name: `${name} t/s ±`,
        value: values.length < 2 ? null : sampleStandardDeviation(values),
      },
    ];
  };
  return [
    ...rate(`pp${promptTokens}`, serverPromptRate.of, "prompt tokens / time of the prompt"),
    ...rate(
      `tg${outputTokens}`,
      serverDecodeRateSteps.of,
      "generated tokens / time of generation, from the server's decode steps",
    ),
  ];
}

/** MLPerf Inference LoadGen: from the scheduled time, percentiles by the index floor(n p). */
export function asMlperf(scenario: MeasuredScenario): Printed[] {
  const responses = responsesOf(scenario);
  const tool = "MLPerf LoadGen";
  const few = responses.length < p99Responses ? caveats.fewForP99 : null;
  const p99 = (name: string, values: readonly number[], definition: string): Printed => ({
    tool,
    name: `99th percentile ${name}`,
    value: percentileAs("floor-index", values, 0.99),
    unit: "ms",
    definition,
    caveat: few,
  });
  const seconds = spanNs(
    responses.map(({ scheduledNs, endNs }) => ({ startNs: scheduledNs, endNs })),
  ) / 1e9;
  return [
    p99(
      "TTFT",
      each(responses, ({ firstTokenNs, scheduledNs }) => firstTokenNs - scheduledNs),
      "first token - scheduled time",
    ),
    p99(
      "TPOT",
      each(
        responses,
        ({ endNs, firstTokenNs, tokens }) =>
          tokens === null || tokens < 2 ? null : (endNs - firstTokenNs) / (tokens - 1),
      ),
      "(latency - TTFT) / (output tokens - 1)",
    ),
    p99(
      "latency",
      each(responses, ({ endNs, scheduledNs }) => endNs - scheduledNs),
      "end - scheduled time",
    ),
    {
      tool,
      name: "completed samples per second",
      value: seconds > 0 && responses.length > 1 ? (responses.length - 1) / seconds : null,
      unit: "requests/s",
      definition: "(responses - 1) / time",
      caveat: caveats.scheduled,
    },
  ];
}
