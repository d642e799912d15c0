import type { Panel } from "../draw.ts";
import { seriesOf, seriesScales } from "./points.ts";
import type { PlotWords } from "./words.ts";

/** One response of a series. */
export interface EcdfPoint {
  series: string;
  seconds: number;
}

/**
 * The empirical distribution of response times, a step per response: at each time the share of
 * responses that had ended. No smoothing and no bins.
 */
export function ecdf(points: readonly EcdfPoint[], words: PlotWords): Panel[] {
  const series = seriesOf(points);
  const steps = series.flatMap((name) => {
    const own = points.filter((point) => point.series === name)
      .map((point) => point.seconds).sort((a, b) => a - b);
    return [
      { series: name, seconds: own[0], share: 0 },
      ...own.map((seconds, at) => ({ series: name, seconds, share: (at + 1) / own.length })),
    ];
  });
  const legend = series.map((name, at) => ({ series: name, at: 0.95 - 0.07 * at }));
  return [{
    heading: null,
    height: 320,
    drawing: (plot) => ({
      marginTop: 30,
      marginRight: 130,
      x: { label: `${words.responseTime} (${words.seconds})`, grid: true, zero: true },
      y: {
        label: words.share,
        domain: [0, 1],
        grid: true,
        tickFormat: words.percent,
      },
      ...seriesScales(series),
      marks: [
        plot.ruleY([0]),
        plot.line(steps, {
          x: "seconds",
          y: "share",
          z: "series",
          stroke: "series",
          curve: "step-after",
        }),
        plot.dot(legend, {
          frameAnchor: "right",
          y: "at",
          dx: 14,
          fill: "series",
          symbol: "series",
          r: 4,
        }),
        plot.text(legend, {
          frameAnchor: "right",
          y: "at",
          dx: 24,
          text: "series",
          textAnchor: "start",
          fontSize: 12,
        }),
      ],
    }),
  }];
}
