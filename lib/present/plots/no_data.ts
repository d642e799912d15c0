import type { Panel } from "../draw.ts";
import type { PlotWords } from "./words.ts";

/** A panel that says that there is nothing to show, in place of an empty frame. */
export function noData({ noData: text }: PlotWords): Panel[] {
  return [{
    heading: null,
    height: 90,
    drawing: (plot) => ({
      axis: null,
      marks: [plot.text([text], { frameAnchor: "middle", fontSize: 15 })],
    }),
  }];
}
