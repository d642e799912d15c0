import { textWidth } from "./text_width.ts";

/** A point of a plot in pixels. */
export interface Pixel {
  x: number;
  y: number;
}

/** A name that wants a place beside its point. */
export interface LabelWish extends Pixel {
  /** Ways to break it into lines, the best first. */
  forms: readonly (readonly string[])[];
  weight: "plain" | "bold";
}

/** Where a name stands, from its point: which end of the text is there, and how far off. */
export interface LabelPlace {
  text: string;
  textAnchor: "start" | "end" | "middle";
  dx: number;
  dy: number;
}

/** What names keep clear of. */
export interface Obstacles {
  segments: readonly (readonly [Pixel, Pixel])[];
  marks: readonly Pixel[];
  /** Of the drawing: names that reached out of it would be cut. */
  width: number;
  height: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const LINE = 14;

/** From the best place to the least: beside the point, above and below its sides, over and under it. */
const sides = [
  { textAnchor: "start", dx: 10, up: 0, off: 0 },
  { textAnchor: "end", dx: -10, up: 0, off: 0 },
  { textAnchor: "start", dx: 8, up: -1, off: 4 },
  { textAnchor: "end", dx: -8, up: -1, off: 4 },
  { textAnchor: "start", dx: 8, up: 1, off: 5 },
  { textAnchor: "end", dx: -8, up: 1, off: 5 },
  { textAnchor: "middle", dx: 0, up: -1, off: 9 },
  { textAnchor: "middle", dx: 0, up: 1, off: 10 },
] as const;

/**
 * A place for each name, one after the other: the first that touches no line, no mark and no name
 * before it, else the one that touches least.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  { segments, marks, width, height }: Obstacles,
): LabelPlace[] {
  const taken: Box[] = [];
  return wishes.map((wish) => {
    const ranked = wish.forms.flatMap((lines) => sides.map((side) => placed(wish, lines, side)))
      .map(({ place, box }, at) => {
        const near = grown(box, 3);
        const isOut = near.left < 0 || near.right > width || near.top < 0 || near.bottom > height;
        const touched = 3 * segments.filter(([from, to]) => crosses(near, from, to)).length +
          3 * marks.filter((mark) => contains(grown(box, 5), mark)).length +
          9 * taken.filter((other) => overlap(box, other)).length + (isOut ? 20 : 0);
        return { place, box, cost: touched + at / 100 };
      }).sort((a, b) => a.cost - b.cost);
    taken.push(ranked[0].box);
    return ranked[0].place;
  });
}

function placed(
  { x, y, weight }: LabelWish,
  lines: readonly string[],
  { textAnchor, dx, up, off }: typeof sides[number],
): { place: LabelPlace; box: Box } {
  const [width, height] = [
    Math.max(...lines.map((line) => textWidth(line, weight))),
    LINE * lines.length,
  ];
  const dy = up * (off + height / 2);
  const left = x + dx - { start: 0, middle: width / 2, end: width }[textAnchor];
  return {
    place: { text: lines.join("\n"), textAnchor, dx, dy },
    box: { left, right: left + width, top: y + dy - height / 2, bottom: y + dy + height / 2 },
  };
}

function grown({ left, right, top, bottom }: Box, by: number): Box {
  return { left: left - by, right: right + by, top: top - by, bottom: bottom + by };
}

function contains({ left, right, top, bottom }: Box, { x, y }: Pixel): boolean {
  return x > left && x < right && y > top && y < bottom;
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right &&
    one.top < other.bottom && other.top < one.bottom;
}

/** Whether a straight line enters a box: what is left of it when each of its sides has cut off a part. */
function crosses(box: Box, from: Pixel, to: Pixel): boolean {
  let [enters, leaves] = [0, 1];
  const cuts = [
    [from.x - to.x, from.x - box.left],
    [to.x - from.x, box.right - from.x],
    [from.y - to.y, from.y - box.top],
    [to.y - from.y, box.bottom - from.y],
  ];
  for (const [slope, room] of cuts) {
    if (slope === 0 && room < 0) return false;
    if (slope < 0) enters = Math.max(enters, room / slope);
    if (slope > 0) leaves = Math.min(leaves, room / slope);
  }
  return enters < leaves;
}
