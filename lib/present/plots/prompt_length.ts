import type { Panel } from "../draw.ts";
import { type ScenarioMetric, type ScenarioPoint, seriesOf, seriesScales } from "./points.ts";
import { spread } from "./spread.ts";
import type { PlotWords } from "./words.ts";

/** What a line of {@linkcode promptLength} stands for. */
interface LinePoint extends ScenarioPoint {
  line: string;
}

/**
 * The three headline figures over the prompt's length, one panel each, a line per series and number
 * of requests. The axis of lengths is logarithmic, so that each doubling takes the same room.
 */
export function promptLength(points: readonly ScenarioPoint[], words: PlotWords): Panel[] {
  const several = seriesOf(points).length > 1;
  const lines: LinePoint[] = points.map((point) => ({
    ...point,
    line: several ? `${point.series} ×${point.concurrency}` : words.requests(point.concurrency),
  }));
  const lengths = [...new Set(points.map((point) => point.promptTokens))].sort((a, b) => a - b);
  const names = [...new Set(lines.map(({ line }) => line))];
  // intervals stand side by side, and all within the width of a dot
  const apart = Math.min(4, 8 / Math.max(1, names.length - 1));
  const last = lines.filter((point) => point.promptTokens === lengths.at(-1));
  const scales = seriesScales(
    seriesOf(several ? points : lines.map(({ line }) => ({ series: line }))),
  );
  const key = several ? "series" : "line";
  const one = lines.filter((point) => point.concurrency === 1 || !several);
  const more = lines.filter((point) => !one.includes(point));
  const height = several ? 240 : 190;
  const panel = (metric: ScenarioMetric, heading: string, label: string | null): Panel => ({
    heading,
    height: label === null ? height - 14 : height,
    drawing: (plot) => ({
      marginRight: several ? 190 : 110,
      marginBottom: label === null ? 30 : 44,
      x: {
        type: "log",
        base: 2,
        ticks: lengths,
        label,
      },
      y: { domain: [0, top(lines, metric)], grid: true, label: null },
      ...scales,
      marks: [
        plot.ruleY([0]),
        plot.line(one, { x: "promptTokens", y: metric, z: "line", stroke: key }),
        plot.line(more, {
          x: "promptTokens",
          y: metric,
          z: "line",
          stroke: key,
          strokeDasharray: "6 4",
        }),
        ...names.map((name, at) =>
          plot.ruleX(lines.filter(({ line, intervals }) => line === name && intervals?.[metric]), {
            x: "promptTokens",
            y1: (point: LinePoint) => point.intervals![metric]!.low,
            y2: (point: LinePoint) => point.intervals![metric]!.high,
            dx: apart * (at - (names.length - 1) / 2),
            stroke: key,
            strokeWidth: 2,
          })
        ),
        plot.dot(lines, { x: "promptTokens", y: metric, fill: key, symbol: key, r: 4.5 }),
        plot.text(labelled(last, metric, 15 / (height - 58) * top(lines, metric)), {
          x: "promptTokens",
          y: "labelAt",
          text: "line",
          dx: 10,
          textAnchor: "start",
          fontSize: 12,
        }),
      ],
    }),
  });
  return [
    panel("ttftMedianSeconds", `${words.ttft} (${words.seconds})`, null),
    panel("responseMedianSeconds", `${words.response} (${words.seconds})`, null),
    panel(
      "throughputTokensPerSecond",
      `${words.throughput} (${words.tokensPerSecond})`,
      words.promptTokens,
    ),
  ];
}

function top(points: readonly ScenarioPoint[], metric: ScenarioMetric): number {
  return 1.05 *
    Math.max(...points.map((point) => point.intervals?.[metric]?.high ?? point[metric]));
}

/**
 * The points with the place of their label: beside the dot, moved apart where dots are close, and up
 * where the lowest would touch the ticks of the axis.
 */
function labelled(points: readonly LinePoint[], metric: ScenarioMetric, gap: number) {
  const places = spread(points.map((point) => point[metric]), gap);
  const upwards = places.map((_, at) => at).sort((a, b) => places[a] - places[b]);
  for (const [place, at] of upwards.entries()) {
    places[at] = Math.max(places[at], gap * (0.55 + place));
  }
  return points.map((point, at) => ({ ...point, labelAt: places[at] }));
}
