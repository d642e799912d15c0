import { seriesColors } from "./palette.ts";

/** An exact interval of a figure, in the figure's own unit. */
export interface Interval {
  low: number;
  high: number;
}

/** What plots of scenarios need of each: its place in the matrix and its headline figures. */
export interface ScenarioPoint {
  /** What tells this line from another one, such as the model's name. */
  series: string;
  promptTokens: number;
  concurrency: number;
  ttftMedianSeconds: number;
  responseMedianSeconds: number;
  /** Output tokens per second of the whole group, by the method's headline definition. */
  throughputTokensPerSecond: number;
  /** Where an interval exists; most small samples have none that is worth drawing. */
  intervals?: Partial<Record<ScenarioMetric, Interval>>;
}

/** The figures of a {@linkcode ScenarioPoint}. */
export type ScenarioMetric =
  | "ttftMedianSeconds"
  | "responseMedianSeconds"
  | "throughputTokensPerSecond";

const seriesSymbols = ["circle", "diamond2", "triangle", "square", "star", "plus"] as const;

/** The series of some points in the order of first appearance, for one colour and shape each. */
export function seriesOf(points: readonly { series: string }[]): string[] {
  return [...new Set(points.map((point) => point.series))];
}

/** Scale options that give each series its colour and shape. */
export function seriesScales(series: readonly string[]) {
  const domain = [...series];
  return {
    color: { type: "categorical" as const, domain, range: seriesColors.slice(0, domain.length) },
    symbol: { domain, range: [...seriesSymbols.slice(0, domain.length)] },
  };
}

/** Whether a plot has an interval to draw. */
export function hasIntervals(points: readonly ScenarioPoint[]): boolean {
  return points.some(({ intervals }) => Object.keys(intervals ?? {}).length > 0);
}
