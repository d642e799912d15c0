import type { Plot } from "../draw.ts";
import { labelSize, textWidth } from "./text_width.ts";

/** Room of an entry's mark, and between entries, in pixels. */
const MARK = 9;
const GAP = 24;

/** A legend in a line above a plot whose colours (and shapes) are scales of the names. */
export function legendAbove(
  plot: Plot,
  names: readonly string[],
  { symbol, r }: { symbol: "square" | "by name"; r: number },
) {
  let dx = r;
  return names.flatMap((name) => {
    const above = { frameAnchor: "top-left", dy: -16 } as const;
    const marks = [
      plot.dot([name], {
        ...above,
        dx,
        r,
        fill: String,
        symbol: symbol === "by name" ? String : symbol,
      }),
      plot.text([name], {
        ...above,
        dx: dx + MARK,
        text: String,
        textAnchor: "start",
        lineAnchor: "middle",
        fontSize: labelSize,
      }),
    ];
    dx += MARK + textWidth(name) + GAP;
    return marks;
  });
}
