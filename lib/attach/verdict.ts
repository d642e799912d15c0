/**
 * How a printed figure stands to the recomputed one: `equal` in all its digits, `rounding` when the
 * digits differ by no more than the printed precision allows, `different` when by more, and `open`
 * where there is nothing to recompute it from.
 */
export type Verdict = "equal" | "rounding" | "different" | "open";

/** One printed figure, or words of a table, held against the recomputed. */
export interface Check {
  verdict: Verdict;
  /** Where it stands: row and column of a table, a place in a figure or file. */
  place: string;
  printed: string;
  /** Null when there is nothing to compare with. */
  recomputed: string | null;
}

/** Everything that was compared in one table, figure or file. */
export interface Checked {
  /** The table, the figure or the file. */
  subject: string;
  /** What it was compared with. */
  against: string;
  checks: Check[];
}

/** What is printed, and cannot be recomputed. */
export function openCheck(place: string, printed: string): Check {
  return { verdict: "open", place, printed, recomputed: null };
}

/** How many checks came out how. */
export function totalsOf(checked: readonly Checked[]): Record<Verdict, number> {
  const totals: Record<Verdict, number> = { equal: 0, rounding: 0, different: 0, open: 0 };
  for (const { checks } of checked) for (const { verdict } of checks) totals[verdict]++;
  return totals;
}
