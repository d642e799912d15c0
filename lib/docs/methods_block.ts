import { headlineThroughput } from "../measure/catalogue.ts";
import { loadPlan } from "../plan/load.ts";
import { columnDecimals } from "../present/record_decimals.ts";
import type { Plan } from "../record/plan.ts";
import { defaultRules } from "../summarize/rules.ts";
import { markdownTable } from "./markdown_table.ts";

/** The two methods beside each other, as their built-in plans and the code have them. */
export async function methodsBlock(): Promise<string> {
  const plans = [await loadPlan("historical-api-8b"), await loadPlan("core-1.1")];
  const of = (text: (plan: Plan) => string) => plans.map(text);
  return markdownTable(["", "historical", "CORE-1.1"], [
    ["models", ...of(({ models }) => models.map(({ name }) => name).join(", "))],
    ["prompt tokens", ...of(({ promptTokens }) => promptTokens.join(", "))],
    ["requests at once", ...of(({ concurrency }) => concurrency.join(", "))],
    ["output tokens", ...of(({ outputTokens }) => `${outputTokens}`)],
    ["endpoint", ...of(({ endpoint }) => `\`${endpoint}\``)],
    ["warm-up", ...of(({ warmup }) => warmups[warmup])],
    ["measured rounds", ...of(({ measuredRounds }) => `${measuredRounds}`)],
    [
      "start of a round",
      "requests in parallel; how they are released is not stated, so a barrier is used",
      "a barrier; the responses must have a common active interval",
    ],
    ["end of a response", "the whole answer received", "the final generation event"],
    ["throughput in tables", ...of(({ method }) => headlineThroughput(method).formula)],
    [
      "p95",
      "in the data only, as a description of the sample",
      `only from ${defaultRules.p95FromResponses} responses on in a soak; still a description`,
    ],
    ["decimals shown", ...of(({ method }) => `${columnDecimals(method, [])}`)],
  ]);
}

const warmups: Record<Plan["warmup"], string> = {
  "one-request": "one unmeasured request on slot 0",
  round: "one whole round at the scenario's own concurrency",
};
