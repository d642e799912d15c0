import type { QuantileType } from "../stats/quantile.ts";

/** What figures are made by; every summary repeats it. */
export interface SummaryRules {
  /** Level of intervals. */
  readonly level: number;
  /** Definition of quantiles other than the median, by Hyndman and Fan. */
  readonly quantileType: QuantileType;
  /** From so many responses on a p95 is shown. */
  readonly p95FromResponses: number;
  /** From so many rounds on intervals come from a bootstrap; below only order statistics are used. */
  readonly bootstrapFromRounds: number;
  /** Draws of a bootstrap. */
  readonly resamples: number;
  /** The bootstrap of each figure begins with it: the order of figures does not matter. */
  readonly seed: number;
}

/** The project's own rules. */
export const defaultRules: SummaryRules = {
  level: 0.95,
  quantileType: 7,
  p95FromResponses: 200,
  bootstrapFromRounds: 20,
  resamples: 2000,
  seed: 1,
};
