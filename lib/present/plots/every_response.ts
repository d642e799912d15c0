import type { Panel } from "../draw.ts";
import { dotOpacity, seriesColors } from "./palette.ts";
import { enclosingTicks } from "./ticks.ts";
import type { PlotWords } from "./words.ts";

/** One response in the row of its scenario. */
export interface ResponsePoint {
  /** Row, such as `8192 tokens, 4 requests`. */
  scenario: string;
  ttftSeconds: number;
  responseSeconds: number;
  /** Counted from 1 within the scenario. */
  round: number;
}

/**
 * Every response as a dot in a row per scenario, the rounds from top to bottom, with the median as a
 * line: what a median hides is seen at once, and nothing is smoothed.
 */
export function everyResponse(points: readonly ResponsePoint[], words: PlotWords): Panel[] {
  const scenarios = [...new Set(points.map((point) => point.scenario))];
  const rounds = Math.max(...points.map((point) => point.round));
  const longest = Math.max(...scenarios.map((scenario) => scenario.length));
  const panel = (key: "ttftSeconds" | "responseSeconds", name: string, color: string): Panel => {
    const ticks = enclosingTicks(0, Math.max(...points.map((point) => point[key])), 5);
    return {
      heading: `${name} (${words.seconds})`,
      height: 44 + 50 * scenarios.length,
      drawing: (plot) => ({
        marginLeft: Math.max(182, 24 + 7 * longest),
        marginBottom: 30,
        x: { domain: [0, ticks.at(-1)!], ticks, grid: true, label: null },
        y: { domain: [0.4, rounds + 0.6], reverse: true, axis: null },
        fy: { domain: scenarios, label: null, padding: 0.18 },
        marks: [
          plot.axisFy({ anchor: "left", tickSize: 0, dx: -8, fontSize: 13 }),
          plot.frame({ stroke: "currentColor", strokeOpacity: 0.12 }),
          plot.tickX(
            points,
            plot.groupZ({ x: "median" }, {
              x: key,
              fy: "scenario",
              z: "scenario",
              stroke: "currentColor",
              strokeWidth: 2,
            }),
          ),
          plot.dot(points, {
            x: key,
            y: "round",
            fy: "scenario",
            r: rounds > 20 ? 1.5 : 3.2,
            fill: color,
            fillOpacity: dotOpacity,
          }),
        ],
      }),
    };
  };
  return [
    panel("ttftSeconds", words.firstToken, seriesColors[0]),
    panel("responseSeconds", words.responseTime, seriesColors[1]),
  ];
}
