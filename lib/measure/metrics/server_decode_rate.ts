import { perSecond, type ResponseMetric } from "../metric.ts";

const shared = {
  unit: "tokens/s",
  printedUnit: "tokens/s",
  direction: "higher",
  scope: "response",
  undefinedWhen: "the server sent no timings, fewer than two tokens, or no positive time",
} as const;

/**
 * The server's decode time divided into the tokens that it counts: 256 of them, although the first
 * came out of the prompt pass, before that time began.
 */
export const serverDecodeRateTokens: ResponseMetric = {
  ...shared,
  id: "server-decode-rate-tokens",
  name: "Decode rate (server, over tokens)",
  symbol: "r_srv,n",
  formula: "timings.predicted_n / timings.predicted_ms",
  source: "llama-server builds before mid-2026; over 256 tokens for 255 steps",
  namesakes: [
    { tool: "llama-server", name: "predicted_per_second", differs: "only builds before mid-2026" },
  ],
  of({ timings }) {
    if (!timings?.predictedTokens || timings.predictedTokens < 2) return null;
    return perSecond(timings.predictedTokens, (timings.predictedMs ?? 0) * 1e6);
  },
};

/** The server's decode time divided into the steps that it spans: 255 for 256 tokens. */
export const serverDecodeRateSteps: ResponseMetric = {
  ...shared,
  id: "server-decode-rate-steps",
  name: "Decode rate (server, over steps)",
  symbol: "r_srv,n-1",
  formula: "(timings.predicted_n - 1) / timings.predicted_ms",
  source: "llama-server builds from mid-2026 on (ggml-org/llama.cpp, pull request 23828)",
  namesakes: [
    { tool: "llama-server", name: "predicted_per_second", differs: "only builds from mid-2026 on" },
    { tool: "llama-bench", name: "tg t/s", differs: "in the process, from an empty context" },
  ],
  of({ timings }) {
    if (!timings?.predictedTokens || timings.predictedTokens < 2) return null;
    return perSecond(timings.predictedTokens - 1, (timings.predictedMs ?? 0) * 1e6);
  },
};

/** The decode rate as the server printed it, whichever of the two its build means. */
export const serverDecodeRatePrinted: ResponseMetric = {
  ...shared,
  id: "server-decode-rate-printed",
  name: "Decode rate (server, as printed)",
  symbol: "r_srv",
  formula: "timings.predicted_per_second",
  source: "llama-server; kept beside the two that are recomputed",
  namesakes: [{ tool: "llama-server", name: "predicted_per_second", differs: null }],
  of({ timings }) {
    if (!timings?.predictedTokens || timings.predictedTokens < 2 || !timings.predictedMs) {
      return null;
    }
    return timings.predictedPerSecond;
  },
};
