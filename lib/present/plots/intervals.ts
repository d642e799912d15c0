import type { Plot } from "../draw.ts";
import { lineSymbol } from "./line_symbol.ts";
import type { Interval } from "./points.ts";
import { ground } from "./palette.ts";

/**
 * The fill of marks: hollow where intervals are drawn over them, so that one that is shorter than
 * its mark is seen inside it.
 */
export function markFill(hollow: boolean, fill: string): string {
  return hollow ? ground.light : fill;
}

/** Half of the width of an interval's caps, in pixels. */
const CAP = 3;

/** The dot that is a cap at an end of an interval along an axis: a short line across it. */
export function capLook(along: "x" | "y") {
  return {
    r: CAP,
    strokeWidth: 1.6,
    symbol: along === "x" ? lineSymbol(0, CAP) : lineSymbol(CAP, 0),
  };
}

/**
 * Intervals as bars with caps, through the middle of their marks.
 *
 * @param at Where the mark lies: an interval of `y` needs its `x`, and the other way round.
 */
export function intervalBars<Point>(
  plot: Plot,
  points: readonly Point[],
  { of, along, at, stroke }: {
    of: (point: Point) => Interval | undefined;
    along: "x" | "y";
    at: string;
    stroke: string;
  },
) {
  const known = points.filter((point) => of(point) !== undefined);
  const [low, high] = [(point: Point) => of(point)!.low, (point: Point) => of(point)!.high];
  const look = { stroke, ...capLook(along) };
  return along === "y"
    ? [
      plot.ruleX(known, { x: at, y1: low, y2: high, stroke, strokeWidth: look.strokeWidth }),
      ...[low, high].map((y) => plot.dot(known, { x: at, y, ...look })),
    ]
    : [
      plot.ruleY(known, { y: at, x1: low, x2: high, stroke, strokeWidth: look.strokeWidth }),
      ...[low, high].map((x) => plot.dot(known, { y: at, x, ...look })),
    ];
}
