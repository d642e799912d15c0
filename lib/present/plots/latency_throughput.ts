import type { Panel } from "../draw.ts";
import { type ScenarioPoint, seriesOf, seriesScales } from "./points.ts";
import { spread } from "./spread.ts";
import type { PlotWords } from "./words.ts";

/**
 * Response time against throughput: a path per series and prompt length leads from one request at
 * once to several, so that the price of the group's throughput is seen in the reader's wait. With
 * more than one series both axes are logarithmic, since models differ by factors.
 */
export function latencyThroughput(points: readonly ScenarioPoint[], words: PlotWords): Panel[] {
  const several = seriesOf(points).length > 1;
  const ordered = [...points].sort((a, b) => a.concurrency - b.concurrency);
  const path = (point: ScenarioPoint) => `${point.series} ${point.promptTokens}`;
  const ends = ordered.filter((point) =>
    ordered.every((other) => path(other) !== path(point) || other.concurrency <= point.concurrency)
  );
  const rates = points.map((point) => point.throughputTokensPerSecond);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  /** Left of it there is room for a name on the right of a point. */
  const middle = several ? least * (most / least) ** 0.6 : most * 0.6;
  const heights = ends.map((point) => point.responseMedianSeconds);
  const apart = several
    ? spread(heights.map(Math.log), 17 * logPerPixel(points)).map(Math.exp)
    : heights;
  const labelAt = new Map(ends.map((point, at) => [point, apart[at]]));
  const place = { x: "throughputTokensPerSecond", y: "responseMedianSeconds" };
  const scale = several
    ? { type: "log" as const, grid: true, ticks: 6 }
    : { grid: true, zero: true };
  return [{
    heading: null,
    height: HEIGHT,
    drawing: (plot) => {
      const name = (at: ScenarioPoint[], textAnchor: "start" | "end") =>
        plot.text(at, {
          x: place.x,
          y: (point: ScenarioPoint) => labelAt.get(point)!,
          text: ({ series, promptTokens, concurrency }: ScenarioPoint) =>
            several
              ? `${series}, ${words.count(promptTokens)}, ×${concurrency}`
              : `${words.tokens(promptTokens)}, ×${concurrency}`,
          textAnchor,
          dx: textAnchor === "start" ? 10 : -10,
          dy: -9,
          fontSize: 12,
          fontWeight: 600,
        });
      return {
        marginTop: 30,
        inset: 22,
        x: { ...scale, label: `${words.throughput} (${words.tokensPerSecond})` },
        y: { ...scale, label: `${words.response} (${words.seconds})` },
        ...seriesScales(seriesOf(points)),
        marks: [
          plot.line(ordered, { ...place, z: path, stroke: "series", strokeWidth: 1.5 }),
          plot.ruleX(ordered.filter(({ intervals }) => intervals?.responseMedianSeconds), {
            x: place.x,
            y1: ({ intervals }: ScenarioPoint) => intervals!.responseMedianSeconds!.low,
            y2: ({ intervals }: ScenarioPoint) => intervals!.responseMedianSeconds!.high,
            stroke: "series",
            strokeOpacity: 0.6,
          }),
          plot.ruleY(ordered.filter(({ intervals }) => intervals?.throughputTokensPerSecond), {
            y: place.y,
            x1: ({ intervals }: ScenarioPoint) => intervals!.throughputTokensPerSecond!.low,
            x2: ({ intervals }: ScenarioPoint) => intervals!.throughputTokensPerSecond!.high,
            stroke: "series",
            strokeOpacity: 0.6,
          }),
          plot.dot(ordered, { ...place, fill: "series", symbol: "series", r: 5 }),
          plot.text(ordered.filter((point) => !ends.includes(point)), {
            ...place,
            text: (point: ScenarioPoint) => `×${point.concurrency}`,
            dx: -14,
            dy: 8,
            fontSize: 12,
          }),
          name(ends.filter((point) => point.throughputTokensPerSecond <= middle), "start"),
          name(ends.filter((point) => point.throughputTokensPerSecond > middle), "end"),
        ],
      };
    },
  }];
}

const HEIGHT = 400;

/** How much of the logarithmic axis of response times one pixel is. */
function logPerPixel(points: readonly ScenarioPoint[]): number {
  const logs = points.map((point) => Math.log(point.responseMedianSeconds));
  return (Math.max(...logs) - Math.min(...logs)) / (HEIGHT - 118);
}
