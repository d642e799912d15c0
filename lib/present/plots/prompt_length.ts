import { figureWidth, type Panel } from "../draw.ts";
import { intervalBars, markFill } from "./intervals.ts";
import {
  hasIntervals,
  type ScenarioMetric,
  type ScenarioPoint,
  seriesOf,
  seriesScales,
} from "./points.ts";
import { spread } from "./spread.ts";
import { labelSize } from "./text_width.ts";
import { enclosingTicks } from "./ticks.ts";
import type { PlotWords } from "./words.ts";

/** What a line of {@linkcode promptLength} stands for. */
interface LinePoint extends ScenarioPoint {
  line: string;
}

/** From a mark to its name, and where the line between them begins and ends, in pixels. */
const NAME = 24;
const LEADER = { from: 8, to: 21 };
/** Between the middles of two names, in pixels. */
const NAME_GAP = 14;

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
  const [first, longest] = [lengths[0], lengths.at(-1)!];
  // a single length stands in the middle of an axis from half of it to twice as much
  const domain = first < longest ? [first, longest] : [first / 2, longest * 2];
  const last = lines.filter((point) => point.promptTokens === longest);
  const scales = seriesScales(
    seriesOf(several ? points : lines.map(({ line }) => ({ series: line }))),
  );
  const key = several ? "series" : "line";
  const one = lines.filter((point) => point.concurrency === 1 || !several);
  const more = lines.filter((point) => !one.includes(point));
  const margins = { marginTop: 14, marginLeft: 62, marginRight: several ? 194 : 124 };
  const inside = {
    width: figureWidth - margins.marginLeft - margins.marginRight,
    height: several ? 182 : 132,
  };
  const pixelsPerOctave = inside.width / Math.log2(domain[1] / domain[0]);
  const rightOf = (pixels: number) => longest * 2 ** (pixels / pixelsPerOctave);
  const panel = (metric: ScenarioMetric, heading: string, label: string | null): Panel => {
    const marginBottom = label === null ? 30 : 44;
    const ticks = enclosingTicks(0, top(lines, metric), several ? 5 : 3);
    const perPixel = ticks.at(-1)! / inside.height;
    const named = labelled(last, metric, perPixel, ticks.at(-1)!);
    return {
      heading,
      height: margins.marginTop + inside.height + marginBottom,
      drawing: (plot) => ({
        ...margins,
        marginBottom,
        x: { type: "log", base: 2, domain, ticks: lengths, label },
        y: { domain: [0, ticks.at(-1)!], ticks, grid: true, label: null },
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
          plot.link(named, {
            x1: rightOf(LEADER.from),
            x2: rightOf(LEADER.to),
            y1: metric,
            y2: "labelAt",
            stroke: key,
            strokeWidth: 1,
          }),
          plot.dot(lines, {
            x: "promptTokens",
            y: metric,
            fill: markFill(hasIntervals(points), key),
            stroke: key,
            strokeWidth: 1.5,
            symbol: key,
            r: 4.5,
          }),
          ...intervalBars(plot, lines, {
            of: ({ intervals }) => intervals?.[metric],
            along: "y",
            at: "promptTokens",
            stroke: key,
          }),
          plot.text(named, {
            x: "promptTokens",
            y: "labelAt",
            text: "line",
            fill: key,
            dx: NAME,
            textAnchor: "start",
            fontSize: labelSize,
          }),
        ],
      }),
    };
  };
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
  return Math.max(...points.map((point) => point.intervals?.[metric]?.high ?? point[metric]));
}

/** The points with the place of their names: beside the marks, moved apart where these are close. */
function labelled(
  points: readonly LinePoint[],
  metric: ScenarioMetric,
  perPixel: number,
  highest: number,
) {
  const places = spread(
    points.map((point) => point[metric]),
    NAME_GAP * perPixel,
    -6 * perPixel,
    highest + 6 * perPixel,
  );
  return points.map((point, at) => ({ ...point, labelAt: places[at] }));
}
