import { type Difference, differenceText } from "./differences.ts";

/** What a remark on a comparison says, as data. */
export type RemarkFacts =
  /** Two runs that differ in what a comparison needs alike. */
  | { readonly code: "differs"; readonly difference: Difference }
  | { readonly code: "named-twice" }
  | { readonly code: "unknown-metric"; readonly metric: string }
  | { readonly code: "nothing-completed" }
  /** A scenario that a run does not have, or that did not complete there. */
  | { readonly code: "absent"; readonly record: string }
  | {
    readonly code: "not-completed";
    readonly record: string;
    readonly status: "unverified" | "unfinished";
  }
  | { readonly code: "not-interleaved" }
  /** A run that differs from the first one of its own side. */
  | {
    readonly code: "side-differs";
    readonly record: string;
    readonly first: string;
    readonly difference: Difference;
  };

/** Why sides are not compared, or what to know of a comparison, with the words in English. */
export type Remark = RemarkFacts & { readonly message: string };

/** A remark with its English words. */
export function remark(facts: RemarkFacts): Remark {
  return { ...facts, message: message(facts) };
}

function message(facts: RemarkFacts): string {
  switch (facts.code) {
    case "differs":
      return differenceText(facts.difference);
    case "named-twice":
      return "a record is named twice";
    case "unknown-metric":
      return `primary metric: the catalogue has no ${facts.metric}`;
    case "nothing-completed":
      return "no scenario completed on both sides";
    case "absent":
      return `${facts.record} does not have it`;
    case "not-completed":
      return `in ${facts.record} it is ${facts.status}`;
    case "not-interleaved":
      return "The runs are not interleaved: all of one side came before all of the other, so a " +
        "change of the machine over time looks like a difference of the sides.";
    case "side-differs":
      return `${facts.record} differs from ${facts.first} of its own side in ${
        differenceText(facts.difference)
      }.`;
  }
}
