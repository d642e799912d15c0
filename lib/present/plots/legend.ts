import type { Plot } from "../draw.ts";

/** One entry of a legend: its name, and where on the x axis it begins. */
export interface LegendEntry {
  name: string;
  at: number;
}

/** A legend in a line above a plot whose colours (and shapes) are scales of the names. */
export function legendAbove(
  plot: Plot,
  entries: readonly LegendEntry[],
  dot: { symbol: string; r: number },
) {
  const above = { x: "at", frameAnchor: "top", dy: -16 } as const;
  return [
    plot.dot(entries, { ...above, ...dot, fill: "name" }),
    plot.text(entries, {
      ...above,
      text: "name",
      textAnchor: "start",
      lineAnchor: "middle",
      dx: 9,
      fontSize: 12,
    }),
  ];
}
