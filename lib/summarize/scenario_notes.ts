import { coalescedFrom, coalescedShare } from "../measure/metrics/inter_event_gap.ts";
import { ttft } from "../measure/metrics/ttft.ts";
import { type MeasuredScenario, responsesOf } from "../measure/scenario.ts";
import type { Unknown } from "../record/validity.ts";
import { quantile } from "../stats/quantile.ts";

/** What a note says, as data: which, and its figures unrounded. */
export type NoteFacts =
  | { readonly code: "unverified"; readonly unknown: readonly Unknown[] }
  | {
    readonly code: "prompt-estimated";
    readonly planned: number;
    /** Tokens of the prompts as the server counts them; null where it counts none. */
    readonly counted: { readonly least: number; readonly most: number } | null;
  }
  | { readonly code: "resumed" }
  | { readonly code: "coalesced-events"; readonly share: number }
  | {
    readonly code: "impossible-timings";
    /** Names of the server's `timings`. */
    readonly members: readonly string[];
    readonly responses: number;
  }
  | { readonly code: "ttft-zero"; readonly responses: number }
  | { readonly code: "first-response-apart"; readonly times: number }
  | {
    readonly code: "client-error";
    readonly when: "before" | "after";
    readonly metric: "ttft" | "response-time";
    /** Of the metric's median. */
    readonly share: number;
    readonly limit: number;
  }
  | {
    readonly code: "busy-host";
    readonly when: "before" | "after";
    readonly lagNs: number;
    readonly limitNs: number;
  };

/** Something that a reader of the figures must know, with the sentence for it in English. */
export type SummaryNote = NoteFacts & { readonly message: string };

/** What is to be said beside the figures of a scenario. */
export function scenarioNotes(scenario: MeasuredScenario): SummaryNote[] {
  const responses = responsesOf(scenario);
  const notes: SummaryNote[] = [];
  if (scenario.status === "unverified") {
    // a count that only differs from the plan's was revealed: the next note tells it
    const told = responses.every(({ prompt }) => prompt.evaluated !== null);
    const unknown = scenario.unknown.filter((what) => what !== "prompt-count" || !told);
    const message = `The server does not reveal: ${unknown.join(", ")}.`;
    if (unknown.length > 0) notes.push({ code: "unverified", unknown, message });
  }
  if (responses.some(({ prompt }) => prompt.estimated)) notes.push(promptEstimated(scenario));
  if (scenario.facts.resumed) {
    const message = "The run was cut short before and went on later: its thermal history differs.";
    notes.push({ code: "resumed", message });
  }
  const share = coalescedShare(responses.map(({ gaps }) => gaps));
  if (share !== null && share >= coalescedFrom) {
    const message =
      `${Math.round(share * 100)}% of the gaps between events are 0: events came several in ` +
      "one read, so the gaps speak of the transport.";
    notes.push({ code: "coalesced-events", share, message });
  }
  const impossible = responses.filter(({ timings }) => timings?.impossible.length);
  if (impossible.length > 0) {
    const members = [...new Set(impossible.flatMap(({ timings }) => timings!.impossible))].sort();
    const message = `The server's ${members.join(", ")} cannot be true in ${impossible.length} ` +
      "responses; rates from them are left out.";
    notes.push({ code: "impossible-timings", members, responses: impossible.length, message });
  }
  const zeros = responses.filter(({ startNs, firstTokenNs }) => startNs === firstTokenNs).length;
  if (zeros > 0) {
    const message = `${zeros} responses have a first token at their start; it was not measured.`;
    notes.push({ code: "ttft-zero", responses: zeros, message });
  }
  const times = firstApart(responses.map(ttft.of));
  if (times !== null) {
    const message = `The first measured response waited ${times.toFixed(1)} times the median of ` +
      "the others for its first token; it was not planned as warm-up and counts.";
    notes.push({ code: "first-response-apart", times, message });
  }
  return notes;
}

function promptEstimated(scenario: MeasuredScenario): SummaryNote {
  const planned = scenario.facts.promptTokens;
  const counts = responsesOf(scenario).map(({ prompt }) => prompt.evaluated)
    .filter((count) => count !== null);
  // reduced, since a soak has more responses than a call takes arguments
  const counted = counts.length === 0 ? null : {
    least: counts.reduce((least, count) => Math.min(least, count)),
    most: counts.reduce((most, count) => Math.max(most, count)),
  };
  const message = `Prompts are text of estimated length: ${planned} tokens planned, ` +
    (counted === null
      ? "none counted by the server."
      : `${counted.least} to ${counted.most} counted by the server.`);
  return { code: "prompt-estimated", planned, counted, message };
}

/**
 * How many times the median of the others the first value is, when it lies far outside (above the
 * third quartile by more than three times the distance of the quartiles, Tukey 1977); else null.
 */
function firstApart([first, ...others]: readonly (number | null)[]): number | null {
  const rest = others.filter((value) => value !== null);
  if (first === null || first === undefined || rest.length < 4) return null;
  const [low, middle, high] = [0.25, 0.5, 0.75].map((p) => quantile(rest, p)!);
  return first > high + 3 * (high - low) && first > 1.5 * middle ? first / middle : null;
}
