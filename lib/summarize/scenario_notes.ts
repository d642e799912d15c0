import { coalescedFrom, coalescedShare } from "../measure/metrics/inter_event_gap.ts";
import { ttft } from "../measure/metrics/ttft.ts";
import { type MeasuredScenario, responsesOf } from "../measure/scenario.ts";
import { quantile } from "../stats/quantile.ts";

/** Something that a reader of the figures must know. */
export interface SummaryNote {
  readonly code:
    | "unverified"
    | "resumed"
    | "coalesced-events"
    | "first-response-apart"
    | "impossible-timings"
    | "ttft-zero"
    | "client-error"
    | "busy-host";
  readonly message: string;
}

/** What is to be said beside the figures of a scenario. */
export function scenarioNotes(scenario: MeasuredScenario): SummaryNote[] {
  const responses = responsesOf(scenario);
  const notes: SummaryNote[] = [];
  const note = (code: SummaryNote["code"], message: string) => notes.push({ code, message });
  if (scenario.status === "unverified") {
    note("unverified", `The server does not reveal: ${scenario.unknown.join(", ")}.`);
  }
  if (scenario.facts.resumed) {
    note("resumed", "The run was cut short before and went on later: its thermal history differs.");
  }
  const coalesced = coalescedShare(responses.map(({ gaps }) => gaps));
  if (coalesced !== null && coalesced >= coalescedFrom) {
    note(
      "coalesced-events",
      `${Math.round(coalesced * 100)} % of the gaps between events are 0: events came several in ` +
        "one read, so the gaps speak of the transport.",
    );
  }
  const impossible = responses.filter(({ timings }) => timings?.impossible.length);
  if (impossible.length > 0) {
    const members = [...new Set(impossible.flatMap(({ timings }) => timings!.impossible))].sort();
    note(
      "impossible-timings",
      `The server's ${
        members.join(", ")
      } cannot be true in ${impossible.length} responses; rates ` +
        "from them are left out.",
    );
  }
  const zeros = responses.filter(({ startNs, firstTokenNs }) => startNs === firstTokenNs).length;
  if (zeros > 0) {
    note("ttft-zero", `${zeros} responses have a first token at their start; it was not measured.`);
  }
  const first = firstApart(responses.map(ttft.of));
  if (first !== null) {
    note(
      "first-response-apart",
      `The first measured response waited ${first.toFixed(1)} times the median of the others for ` +
        "its first token; it was not planned as warm-up and counts.",
    );
  }
  return notes;
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
