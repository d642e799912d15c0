import { perSecond, type ResponseMetric } from "../metric.ts";

/** How fast the server says that it read the prompt: its new part only, where a cache held the rest. */
export const serverPromptRate: ResponseMetric = {
  id: "server-prompt-rate",
  name: "Prompt rate (server)",
  symbol: "r_prompt",
  formula: "timings.prompt_n / timings.prompt_ms",
  unit: "tokens/s",
  printedUnit: "tokens/s",
  direction: "higher",
  scope: "response",
  undefinedWhen: "the server sent no timings, or no positive time or count",
  source: "llama-server; recomputed from its count and its time, not taken from its rate",
  namesakes: [
    { tool: "llama-server", name: "prompt_per_second", differs: null },
    { tool: "llama-bench", name: "pp t/s", differs: "in the process: no server, no tokenizing" },
  ],
  of({ timings }) {
    if (!timings?.promptTokens || !timings.promptMs) return null;
    return perSecond(timings.promptTokens, timings.promptMs * 1e6);
  },
};
