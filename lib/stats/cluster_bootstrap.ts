import { quantileSorted } from "./quantile.ts";
import { sortedFinite } from "./sorted.ts";
import type { Interval } from "./interval.ts";

/** How to draw; the same numbers from `random` give the same interval. */
export interface BootstrapOptions {
  random: () => number;
  resamples?: number;
  level?: number;
}

/**
 * The percentile interval of a statistic by drawing whole units (rounds) with replacement, since
 * the values within one unit depend on each other (Davison and Hinkley, "Bootstrap Methods and their
 * Application", 1997, section 3.8). Approximate: below about 20 units it covers too little.
 *
 * @param sizes Number of units in each independent sample: `[20]` for one, `[20, 20]` for a ratio.
 * @param statistic From how often each unit of each sample was drawn; null when it is undefined.
 */
export function clusterBootstrap(
  sizes: readonly number[],
  statistic: (weights: readonly Uint32Array[]) => number | null,
  { random, resamples = 2000, level = 0.95 }: BootstrapOptions,
): Interval {
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const none = (statement: string): Interval => ({ status: "none", level, units, statement });
  if (sizes.some((size) => size < 2)) return none("A bootstrap takes at least two rounds.");
  const weights = sizes.map((size) => new Uint32Array(size));
  const values: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    for (const sample of weights) {
      sample.fill(0);
      for (let draw = 0; draw < sample.length; draw++) {
        sample[Math.floor(random() * sample.length)]++;
      }
    }
    const value = statistic(weights);
    if (value === null) return none("The statistic is undefined for some of the resamples.");
    values.push(value);
  }
  const sorted = sortedFinite(values);
  return {
    status: "given",
    lower: quantileSorted(sorted, (1 - level) / 2),
    upper: quantileSorted(sorted, (1 + level) / 2),
    level,
    coverage: null,
    method: "cluster-bootstrap",
    units,
  };
}
