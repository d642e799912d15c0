import { figureWidth, type Panel, type Plot } from "../draw.ts";
import { intervalBars, markFill } from "./intervals.ts";
import { ground } from "./palette.ts";
import { type LabelPlace, type Pixel, placeLabels } from "./place_labels.ts";
import {
  hasIntervals,
  type Interval,
  type ScenarioPoint,
  seriesOf,
  seriesScales,
} from "./points.ts";
import { labelSize } from "./text_width.ts";
import { enclosingLogTicks, enclosingTicks } from "./ticks.ts";
import type { PlotWords } from "./words.ts";

const HEIGHT = 400;
const margins = { marginTop: 34, marginRight: 24, marginBottom: 48, marginLeft: 62 };

/** The name of a point, and whether its path ends there: only there all of it is told. */
interface Named {
  point: ScenarioPoint;
  forms: string[][];
  isEnd: boolean;
}

/**
 * Response time against throughput: a path per series and prompt length leads from one request at
 * once to several, so that the price of the group's throughput is seen in the reader's wait. With
 * more than one series both axes are logarithmic, since models differ by factors.
 */
export function latencyThroughput(points: readonly ScenarioPoint[], words: PlotWords): Panel[] {
  const several = seriesOf(points).length > 1;
  const ordered = [...points].sort((a, b) => a.concurrency - b.concurrency);
  const path = ({ series, promptTokens }: ScenarioPoint) => `${series} ${promptTokens}`;
  const paths = Map.groupBy(ordered, path);
  const names = ordered.map((point): Named => {
    const isEnd = paths.get(path(point))!.at(-1) === point;
    const { series, promptTokens, concurrency } = point;
    const whole = words.scenario(promptTokens, concurrency);
    return {
      point,
      isEnd,
      forms: !isEnd
        ? [[`×${concurrency}`]]
        : several
        ? [[`${series}, ${whole}`], [`${series},`, whole]]
        : [[whole]],
    };
  }).sort((a, b) => Number(b.isEnd) - Number(a.isEnd));
  const x = axisOf(points, "throughputTokensPerSecond", several);
  const y = axisOf(points, "responseMedianSeconds", several);
  const inside = {
    width: figureWidth - margins.marginLeft - margins.marginRight,
    height: HEIGHT - margins.marginTop - margins.marginBottom,
  };
  const pixel = (rate: number, seconds: number): Pixel => ({
    x: margins.marginLeft + x.share(rate) * inside.width,
    y: HEIGHT - margins.marginBottom - y.share(seconds) * inside.height,
  });
  const place = { x: "throughputTokensPerSecond", y: "responseMedianSeconds" } as const;
  const at = (point: ScenarioPoint) => pixel(point[place.x], point[place.y]);
  const [across, upwards] = [place.x, place.y].map((metric) => ({ intervals }: ScenarioPoint) =>
    intervals?.[metric]
  );
  const ends = (of: Interval | undefined, end: (value: number) => Pixel): [Pixel, Pixel][] =>
    of ? [[end(of.low), end(of.high)]] : [];
  const places = placeLabels(
    names.map(({ point, forms, isEnd }) => ({
      ...at(point),
      forms,
      weight: isEnd ? "bold" : "plain",
    })),
    {
      segments: [
        ...[...paths.values()].flatMap((steps) =>
          steps.slice(1).map((step, before) => [at(steps[before]), at(step)] as const)
        ),
        ...ordered.flatMap((point) => [
          ...ends(across(point), (rate) => pixel(rate, point[place.y])),
          ...ends(upwards(point), (seconds) => pixel(point[place.x], seconds)),
        ]),
      ],
      marks: ordered.map(at),
      width: figureWidth,
      height: HEIGHT - margins.marginBottom,
    },
  );
  const nameMark = (plot: Plot, { point, isEnd }: Named, { text, ...where }: LabelPlace) =>
    plot.text([point], {
      ...place,
      ...where,
      text: () => text,
      fill: several ? "series" : "currentColor",
      stroke: ground.light,
      strokeWidth: 4,
      fontSize: labelSize,
      fontWeight: isEnd ? 600 : undefined,
    });
  return [{
    heading: null,
    height: HEIGHT,
    drawing: (plot) => ({
      ...margins,
      x: { ...x.scale, label: `${words.throughput} (${words.tokensPerSecond})` },
      y: { ...y.scale, label: `${words.response} (${words.seconds})` },
      ...seriesScales(seriesOf(points)),
      marks: [
        plot.line(ordered, { ...place, z: path, stroke: "series", strokeWidth: 1.5 }),
        plot.dot(ordered, {
          ...place,
          fill: markFill(hasIntervals(points), "series"),
          stroke: "series",
          strokeWidth: 1.5,
          symbol: "series",
          r: 5,
        }),
        ...intervalBars(plot, ordered, { of: upwards, along: "y", at: place.x, stroke: "series" }),
        ...intervalBars(plot, ordered, { of: across, along: "x", at: place.y, stroke: "series" }),
        ...names.map((name, index) => nameMark(plot, name, places[index])),
      ],
    }),
  }];
}

/** The scale of an axis, with ticks that enclose the data, and how far along it a value lies. */
function axisOf(
  points: readonly ScenarioPoint[],
  metric: "throughputTokensPerSecond" | "responseMedianSeconds",
  logarithmic: boolean,
) {
  const values = points.flatMap((point) => {
    const interval = point.intervals?.[metric];
    return [point[metric], ...interval ? [interval.low, interval.high] : []];
  });
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const ticks = logarithmic ? enclosingLogTicks(least, most) : enclosingTicks(0, most, 6);
  const on = logarithmic ? Math.log : (value: number) => value;
  const [first, last] = [ticks[0], ticks.at(-1)!];
  const type = logarithmic ? "log" as const : "linear" as const;
  return {
    scale: { type, domain: [first, last], ticks, grid: true },
    share: (value: number) => (on(value) - on(first)) / (on(last) - on(first)),
  };
}
