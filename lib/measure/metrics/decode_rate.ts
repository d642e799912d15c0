import { perSecond, type ResponseMetric } from "../metric.ts";

/** How fast one reader sees the answer grow. Never to be shown as throughput, which is the group's. */
export const decodeRate: ResponseMetric = {
  id: "decode-rate",
  name: "Decode rate",
  symbol: "r_dec",
  formula: "tokens after the first token event / (last token event - first token event)",
  unit: "tokens/s",
  printedUnit: "tokens/s",
  direction: "higher",
  scope: "response",
  undefinedWhen: "no token came after the first token event, or no time passed",
  source: "this project; the client's reading of what the server prints as its decode rate",
  namesakes: [
    { tool: "guidellm", name: "1 / ITL", differs: null },
    { tool: "llama-benchy", name: "tg t/s", differs: "ends when the stream closes" },
    {
      tool: "AIPerf",
      name: "output token throughput per user",
      differs: "ends at the last content",
    },
  ],
  of({ tokens, firstEventTokens, firstTokenNs, lastTokenNs }) {
    if (tokens === null || lastTokenNs === null) return null;
    const decoded = tokens - (firstEventTokens ?? 1);
    return decoded > 0 ? perSecond(decoded, lastTokenNs - firstTokenNs) : null;
  },
};
