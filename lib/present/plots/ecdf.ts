import type { Panel } from "../draw.ts";
import { lineSymbol } from "./line_symbol.ts";
import { seriesOf, seriesScales } from "./points.ts";
import { ground } from "./palette.ts";
import { labelSize, textWidth } from "./text_width.ts";
import { enclosingTicks } from "./ticks.ts";
import type { PlotWords } from "./words.ts";

/** One response of a series. */
export interface EcdfPoint {
  series: string;
  seconds: number;
}

/** A quantile that is named in the plot. */
export interface EcdfQuantile {
  share: number;
  seconds: number;
  /** Such as `median 3.36 s`. */
  name: string;
}

/**
 * The empirical distribution of response times, a step per response: at each time the share of
 * responses that had ended. No smoothing and no bins. Several series have a legend; one has none.
 *
 * @param quantiles Marked by thin lines with their names: the first above the curve at the left, the
 * others below it at the right, where no other line is.
 */
export function ecdf(
  points: readonly EcdfPoint[],
  words: PlotWords,
  quantiles: readonly EcdfQuantile[] = [],
): Panel[] {
  const series = seriesOf(points);
  const steps = series.flatMap((name) => {
    const own = points.filter((point) => point.series === name)
      .map((point) => point.seconds).sort((a, b) => a - b);
    return [
      { series: name, seconds: own[0], share: 0 },
      ...own.map((seconds, at) => ({ series: name, seconds, share: (at + 1) / own.length })),
    ];
  });
  const ticks = enclosingTicks(0, Math.max(...points.map(({ seconds }) => seconds)), 6);
  const legend = series.length > 1
    ? series.map((name, at) => ({ series: name, at: 0.95 - 0.07 * at }))
    : [];
  return [{
    heading: null,
    height: 320,
    drawing: (plot) => ({
      marginTop: 30,
      marginRight: 40 + Math.max(80, ...legend.map(({ series }) => textWidth(series))),
      x: {
        label: `${words.responseTime} (${words.seconds})`,
        domain: [0, ticks.at(-1)!],
        ticks,
        grid: true,
      },
      y: {
        label: words.share,
        domain: [0, 1],
        grid: true,
        tickFormat: words.percent,
      },
      ...seriesScales(series),
      marks: [
        plot.ruleY([0]),
        plot.ruleX(quantiles, { x: "seconds", y1: 0, y2: "share", stroke: "currentColor" }),
        plot.line(steps, {
          x: "seconds",
          y: "share",
          z: "series",
          stroke: "series",
          strokeWidth: 2,
          curve: "step-after",
        }),
        ...quantiles.map((quantile, at) =>
          plot.text([quantile], {
            x: "seconds",
            y: "share",
            ...at === 0
              ? { dx: -8, dy: -10, textAnchor: "end" as const }
              : { dx: 8, dy: 12, textAnchor: "start" as const },
            text: "name",
            fontSize: labelSize,
            stroke: ground.light,
            strokeWidth: 4,
            fill: "currentColor",
          })
        ),
        plot.dot(legend, {
          frameAnchor: "right",
          y: "at",
          dx: 18,
          stroke: "series",
          strokeWidth: 2,
          symbol: lineSymbol(8, 0),
          r: 4,
        }),
        plot.text(legend, {
          frameAnchor: "right",
          y: "at",
          dx: 30,
          text: "series",
          textAnchor: "start",
          fontSize: labelSize,
        }),
      ],
    }),
  }];
}
