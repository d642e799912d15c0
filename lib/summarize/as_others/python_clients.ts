import { tokensOf } from "../../measure/metric.ts";
import type { MeasuredResponse } from "../../measure/measured_response.ts";
import { type MeasuredScenario, responsesOf } from "../../measure/scenario.ts";
import { spanNs } from "../../stats/window_union.ts";
import { type Caveat, caveats, each, meanOf, percentileAs, type Printed } from "./printed.ts";

/** vLLM `vllm bench serve`, as read at its commit of 2026-08. */
export function asVllm(scenario: MeasuredScenario): Printed[] {
  const responses = responsesOf(scenario);
  const tool = "vLLM bench serve";
  return [
    ...latencies(tool, "TTFT", ttft(responses), "first message with choices - start", [0.99]),
    ...latencies(
      tool,
      "TPOT",
      each(responses, perToken),
      "(E2EL - TTFT) / (output tokens - 1)",
      [0.99],
    ),
    ...interTokenLatencies(tool, responses),
    ...rates(tool, responses),
  ];
}

/** SGLang `bench_serving`, as read at its commit of 2026-08: connections are opened inside. */
export function asSglang(scenario: MeasuredScenario): Printed[] {
  const responses = responsesOf(scenario);
  const tool = "SGLang bench_serving";
  const connected = responses.every(({ connectNs }) => connectNs !== null);
  const opening = ({ connectNs }: MeasuredResponse) => connectNs ?? 0;
  const caveat = connected ? null : caveats.connection;
  const end = ({ closedNs, endNs }: MeasuredResponse) => closedNs ?? endNs;
  const latency = (response: MeasuredResponse) =>
    end(response) - response.startNs + opening(response);
  const duration = spanNs(responses) / 1e9;
  const busy = each(responses, latency, 1e9).reduce((sum, value) => sum + value, 0);
  return [
    ...latencies(
      tool,
      "E2E Latency",
      each(responses, latency),
      "last line, also [DONE] - start, with opening the connection",
      [0.99],
      caveat,
    ),
    ...latencies(
      tool,
      "TTFT",
      each(responses, (response) => response.firstTokenNs - response.startNs + opening(response)),
      "first text - start, with opening the connection",
      [0.99],
      caveat,
    ),
    ...interTokenLatencies(tool, responses),
    ...rates(tool, responses),
    {
      tool,
      name: "Concurrency",
      value: duration > 0 ? busy / duration : null,
      unit: "requests",
      definition: "sum of E2E latencies / duration",
      caveat: caveats.duration,
    },
  ];
}

/** NVIDIA AIPerf, as read at its commit of 2026-03. */
export function asAiperf(scenario: MeasuredScenario): Printed[] {
  const responses = responsesOf(scenario);
  const tool = "AIPerf";
  const latency = ({ lastTokenNs, startNs }: MeasuredResponse) =>
    lastTokenNs === null ? null : lastTokenNs - startNs;
  const perToken = ({ lastTokenNs, firstTokenNs, tokens }: MeasuredResponse) =>
    lastTokenNs === null || tokens === null || tokens < 2
      ? null
      : (lastTokenNs - firstTokenNs) / (tokens - 1);
  const itl = each(responses, perToken);
  return [
    ...latencies(tool, "Time to First Token", ttft(responses), "first content - start", [
      0.5,
      0.9,
      0.99,
    ]),
    ...latencies(
      tool,
      "Request Latency",
      each(responses, latency),
      "last content - start",
      [0.5, 0.9, 0.99],
    ),
    ...latencies(
      tool,
      "Inter Token Latency",
      itl,
      "(request latency - TTFT) / (output tokens - 1)",
      [0.5, 0.9, 0.99],
      caveats.tokenizer,
    ),
    {
      tool,
      name: "Output Token Throughput Per User (avg)",
      value: meanOf(itl.filter((ms) => ms > 0).map((ms) => 1000 / ms)),
      unit: "tokens/s",
      definition: "mean of 1 / inter token latency",
      caveat: caveats.tokenizer,
    },
    ...rates(tool, responses, "latest end - earliest start"),
  ];
}

function perToken({ tokens, firstTokenNs, endNs }: MeasuredResponse): number | null {
  return tokens === null || tokens < 2 ? null : (endNs - firstTokenNs) / (tokens - 1);
}

function ttft(responses: readonly MeasuredResponse[]): number[] {
  return each(responses, ({ firstTokenNs, startNs }) => firstTokenNs - startNs);
}

/** Mean, median and percentiles in milliseconds, as NumPy takes them. */
function latencies(
  tool: string,
  name: string,
  values: readonly number[],
  definition: string,
  percentiles: readonly number[],
  caveat: Caveat | null = null,
): Printed[] {
  const shared = { tool, unit: "ms", definition, caveat } as const;
  return [
    { ...shared, name: `Mean ${name}`, value: meanOf(values) },
    { ...shared, name: `Median ${name}`, value: percentileAs("numpy-linear", values, 0.5) },
    ...percentiles.filter((p) => p !== 0.5).map((p) => ({
      ...shared,
      name: `P${Math.round(p * 100)} ${name}`,
      value: percentileAs("numpy-linear", values, p),
    })),
  ];
}

/** Gaps of all responses in one list: the mean needs their sums only, the rest every gap. */
function interTokenLatencies(tool: string, responses: readonly MeasuredResponse[]): Printed[] {
  const count = responses.reduce((sum, { gaps }) => sum + (gaps?.count ?? 0), 0);
  const sumNs = responses.reduce((sum, { gaps }) => sum + (gaps?.sumNs ?? 0), 0);
  const kept = responses.every(({ gapsNs }) => gapsNs !== null);
  const pooled = kept
    ? responses.flatMap(({ gapsNs }) => Array.from(gapsNs!, (ns) => ns / 1e6))
    : [];
  const shared = { tool, unit: "ms", definition: "gaps between chunks, of all responses" } as const;
  const caveat = kept ? null : caveats.noGaps;
  return [
    { ...shared, name: "Mean ITL", value: count === 0 ? null : sumNs / count / 1e6, caveat: null },
    { ...shared, name: "Median ITL", value: percentileAs("numpy-linear", pooled, 0.5), caveat },
    { ...shared, name: "P99 ITL", value: percentileAs("numpy-linear", pooled, 0.99), caveat },
  ];
}

function rates(
  tool: string,
  responses: readonly MeasuredResponse[],
  duration = "duration of the benchmark",
): Printed[] {
  const seconds = spanNs(responses) / 1e9;
  const tokens = tokensOf(responses);
  const caveat = duration === "duration of the benchmark" ? caveats.duration : null;
  const over = (count: number | null) => count === null || seconds <= 0 ? null : count / seconds;
  return [
    {
      tool,
      name: "Request throughput",
      value: over(responses.length),
      unit: "requests/s",
      definition: `responses / (${duration})`,
      caveat,
    },
    {
      tool,
      name: "Output token throughput",
      value: over(tokens),
      unit: "tokens/s",
      definition: `output tokens / (${duration})`,
      caveat,
    },
  ];
}
