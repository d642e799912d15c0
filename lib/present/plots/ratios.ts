import type { Panel } from "../draw.ts";
import { capLook } from "./intervals.ts";
import { legendAbove } from "./legend.ts";
import { neutral, seriesColors } from "./palette.ts";

/** One ratio of two sides in a row of its panel. */
export interface RatioPoint {
  /** Heading of the panel, such as the metric and which way is better. */
  panel: string;
  /** Row, such as the scenario. */
  row: string;
  ratio: number;
  /** Null where no interval exists; `short` when it falls short of the level asked for. */
  interval: { low: number; high: number; short: boolean } | null;
  /** In the reader's language; one of the legend. */
  verdict: string;
}

/**
 * Ratios of two sides with their intervals, a panel a metric and a row a scenario, on a logarithmic
 * axis around 1, so that twice and half are equally far.
 *
 * @param legend The verdicts, in the order of their colours and shapes.
 * @param margin Largest ratio that still counts as the same, such as 0.03; a band shows it.
 * @param axis What the ratio is one of, for the title of the axis.
 */
export function ratios(
  points: readonly RatioPoint[],
  legend: readonly string[],
  margin: number | null,
  axis: string,
): Panel[] {
  const panels = [...new Set(points.map(({ panel }) => panel))];
  const ends = points.flatMap(({ ratio, interval }) => [
    ratio,
    ...interval ? [interval.low, interval.high] : [],
  ]);
  const band = margin === null ? [] : [{ low: 1 / (1 + margin), high: 1 + margin }];
  // the axis reaches as far to one side of 1 as to the other, with some air
  const far = Math.max(
    1.005,
    ...[...ends, ...band.flatMap(({ low, high }) => [low, high])]
      .map((end) => Math.max(end, 1 / end) ** 1.08),
  );
  const ticks = ticksAround(far);
  const colors = [seriesColors[0], seriesColors[1], seriesColors[2], neutral.light];
  const symbols = ["triangle", "diamond2", "square", "circle"];
  const longest = Math.max(...points.map(({ row }) => row.length));
  return panels.map((panel, at) => {
    const own = points.filter((point) => point.panel === panel);
    const rows = own.map(({ row }) => row);
    const last = at === panels.length - 1;
    const first = at === 0;
    return {
      heading: panel,
      height: (first ? 28 : 6) + 24 * own.length + (last ? 48 : 26),
      drawing: (plot) => ({
        marginLeft: Math.min(250, 24 + 7.2 * longest),
        marginTop: first ? 28 : 6,
        marginBottom: last ? 48 : 26,
        x: {
          type: "log",
          domain: [1 / far, far],
          ticks,
          grid: true,
          label: last ? axis : null,
        },
        y: { label: null, tickSize: 0, domain: rows, padding: 0.3 },
        color: { domain: [...legend], range: colors },
        symbol: { domain: [...legend], range: symbols },
        marks: [
          plot.rectX(band, { x1: "low", x2: "high", fill: neutral.light, fillOpacity: 0.18 }),
          plot.ruleX([1], { stroke: "currentColor", strokeWidth: 1.2 }),
          ...[false, true].map((short) =>
            plot.link(own.filter(({ interval }) => interval?.short === short), {
              x1: ({ interval }: RatioPoint) => interval!.low,
              x2: ({ interval }: RatioPoint) => interval!.high,
              y: "row",
              stroke: "verdict",
              strokeWidth: 2,
              strokeDasharray: short ? "4 3" : undefined,
            })
          ),
          ...(["low", "high"] as const).map((end) =>
            plot.dot(own.filter(({ interval }) => interval), {
              x: ({ interval }: RatioPoint) => interval![end],
              y: "row",
              ...capLook("x"),
              stroke: "verdict",
            })
          ),
          plot.dot(own, { x: "ratio", y: "row", fill: "verdict", symbol: "verdict", r: 4 }),
          ...(first ? legendAbove(plot, legend, { symbol: "by name", r: 4 }) : []),
        ],
      }),
    };
  });
}

/** A few round ratios up to `far` and their counterparts below 1. */
function ticksAround(far: number): number[] {
  const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
  const step = steps.find((each) => (far - 1) / each <= 3.2);
  const above = step === undefined
    ? [2, 5, 10, 20, 50, 100].filter((ratio) => ratio <= far)
    : [1, 2, 3].map((count) => 1 + count * step).filter((ratio) => ratio <= far);
  const below = step === undefined
    ? above.map((ratio) => 1 / ratio)
    : above.map((ratio) => 2 - ratio).filter((ratio) => ratio >= 1 / far);
  return [...below.reverse(), 1, ...above].map((ratio) => Number(ratio.toPrecision(6)));
}
