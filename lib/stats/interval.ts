/** How an interval was made. */
export type IntervalMethod = "order-statistics" | "rank-shift" | "cluster-bootstrap" | "sen";

/** The two ends of an interval, and what they rest on. */
export interface Bounds {
  /** The lower end, which is in. */
  readonly lower: number;
  /** The upper end, which is in. */
  readonly upper: number;
  /** The level that was asked for, such as 0.95. */
  readonly level: number;
  /** How they were made. */
  readonly method: IntervalMethod;
  /** How many independent units it rests on. */
  readonly units: number;
}

/**
 * An interval, by what could be had: `given` at the level asked for (`coverage` is what it attains,
 * null where that is only approximate), `short` when the widest that the sample allows falls short
 * of the level, `none` when there is not even that.
 */
export type Interval =
  | Bounds & { readonly status: "given"; readonly coverage: number | null }
  | Bounds & { readonly status: "short"; readonly coverage: number; readonly statement: string }
  | {
    readonly status: "none";
    readonly level: number;
    readonly units: number;
    readonly statement: string;
  };

/** A share as a reader writes it: 0.9375 is "93.75%". */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(4))}%`;
}
