import type { Plan } from "../record/plan.ts";
import type { Server } from "../record/record.ts";
import { tokenizerFor } from "../run/prompt_maker.ts";
import type { ReadyServer } from "../run/server.ts";

/** The settings that a server does not tell, in a sentence; none when it tells all. */
export function unverifiedSettings({ checks }: Pick<Server, "checks">): string[] {
  const unverified = checks.filter(({ verdict }) => verdict === "unverified");
  if (unverified.length === 0) return [];
  return [`Not verified: ${unverified.map(({ setting }) => setting).join(", ")}.`];
}

/**
 * What a server that is running already does not tell, and what follows from it: a sentence each. It
 * is only asked for its own state; nothing is generated.
 *
 * @throws {UserError} When it does not answer, or no prompt for the plan's endpoint can be made.
 */
export async function untold(
  { facts, routes }: Pick<ReadyServer, "facts" | "routes">,
  { endpoint }: Pick<Plan, "endpoint">,
): Promise<string[]> {
  const tokenizer = await tokenizerFor(endpoint, routes);
  return [
    ...unverifiedSettings(facts),
    ...tokenizer ? [] : [
      "Not verified: the prompts' lengths. The server has no tokenizer for this endpoint: prompts " +
      "are made as text, and their lengths are estimates.",
    ],
    ...tokenizer?.tellsCache ? [] : [
      "Not verified: that nothing comes from a cache. Prompts begin with words drawn for each; " +
      "switch the server's prompt cache off where it can be.",
    ],
    ...await routes.busySlots() === null
      ? ["Not verified: that the server is idle before a round. It does not tell."]
      : [],
    ...await routes.counters() === null
      ? ["Not verified: the counts of tokens by the server's own counters. It does not tell."]
      : [],
    ...endpoint === "/completion" ? [] : [
      `Responses will be unverified: ${endpoint} does not tell whether a prompt was cut.`,
    ],
  ];
}
