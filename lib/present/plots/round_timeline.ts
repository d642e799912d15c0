import type { Panel } from "../draw.ts";
import { legendAbove } from "./legend.ts";
import { neutral, seriesColors } from "./palette.ts";
import { enclosingTicks } from "./ticks.ts";
import type { PlotWords } from "./words.ts";

/** The window of one response, in seconds from the start of its round. */
export interface TimelineBar {
  /** Heading of the panel, such as the scenario and its round. */
  round: string;
  /** Row, such as `slot 2`. */
  request: string;
  sentSeconds: number;
  /** When the server began the prompt: its headers; null when they were not seen. */
  headersSeconds: number | null;
  firstTokenSeconds: number;
  endSeconds: number;
}

/**
 * The response windows of rounds: waiting, reading the prompt and generating one after the other, so
 * that it is seen who waited for whom.
 */
export function roundTimeline(bars: readonly TimelineBar[], words: PlotWords): Panel[] {
  const rounds = [...new Set(bars.map((bar) => bar.round))];
  const ticks = enclosingTicks(0, Math.max(...bars.map((bar) => bar.endSeconds)), 8);
  const phases = [words.waiting, words.reading, words.generating];
  return rounds.map((round, at) => {
    const own = bars.filter((bar) => bar.round === round);
    const parts = own.flatMap((bar) => {
      const started = bar.headersSeconds ?? bar.sentSeconds;
      return [
        { request: bar.request, phase: phases[0], from: bar.sentSeconds, to: started },
        { request: bar.request, phase: phases[1], from: started, to: bar.firstTokenSeconds },
        { request: bar.request, phase: phases[2], from: bar.firstTokenSeconds, to: bar.endSeconds },
      ].filter((part) => part.to > part.from);
    });
    const first = at === 0;
    const last = at === rounds.length - 1;
    return {
      heading: round,
      height: (first ? 24 : 0) + 38 + 22 * own.length + (last ? 12 : 0),
      drawing: (plot) => ({
        marginLeft: 92,
        marginTop: first ? 30 : 6,
        marginBottom: last ? 44 : 32,
        x: {
          domain: [0, ticks.at(-1)!],
          ticks,
          grid: true,
          label: last ? `${words.sinceRound} (${words.seconds})` : null,
        },
        y: { label: null, tickSize: 0, domain: own.map((bar) => bar.request), padding: 0.2 },
        color: { domain: phases, range: [neutral.light, seriesColors[0], seriesColors[1]] },
        marks: [
          plot.barX(parts, { x1: "from", x2: "to", y: "request", fill: "phase" }),
          ...(first ? legendAbove(plot, phases, { symbol: "square", r: 5 }) : []),
        ],
      }),
    };
  });
}
