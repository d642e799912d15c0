import type { Panel } from "../draw.ts";
import { seriesColors } from "./points.ts";
import type { PlotWords } from "./words.ts";

/** One value at an hour of the soak; null where it was not measured. */
export interface SoakSample {
  hours: number;
  value: number | null;
}

/** What a soak shows over time; a track without a value gets no panel. */
export interface SoakTracks {
  /** Each response at its start, in seconds. */
  responseSeconds: readonly SoakSample[];
  /** Tokens per second of the group, by stretches of the run. */
  throughputTokensPerSecond: readonly SoakSample[];
  powerWatts: readonly SoakSample[];
  temperatureCelsius: readonly SoakSample[];
}

/** A soak over its hours, a panel a quantity on one axis of time; gaps stay gaps. */
export function soakOverTime(tracks: SoakTracks, words: PlotWords): Panel[] {
  const wanted = [
    {
      samples: tracks.responseSeconds,
      heading: `${words.responseTime} (${words.seconds})`,
      dots: true,
    },
    {
      samples: tracks.throughputTokensPerSecond,
      heading: `${words.throughput} (${words.tokensPerSecond})`,
      dots: false,
    },
    { samples: tracks.powerWatts, heading: words.power, dots: false },
    { samples: tracks.temperatureCelsius, heading: words.temperature, dots: false },
  ].filter(({ samples }) => samples.some((sample) => sample.value !== null));
  const hours = Math.max(...wanted.flatMap(({ samples }) => samples.map((sample) => sample.hours)));
  // a soak of less than an hour has its axis in minutes
  const [perHour, unit] = hours < 1 ? [60, words.minutes] : [1, words.hours];
  return wanted.map(({ samples, heading, dots }, at) => {
    const time = ({ hours }: SoakSample) => hours * perHour;
    const last = at === wanted.length - 1;
    return {
      heading,
      height: last ? 150 : 130,
      drawing: (plot) => ({
        marginBottom: last ? 42 : 24,
        x: { domain: [0, hours * perHour], grid: true, label: last ? unit : null },
        y: { grid: true, nice: true, label: null, ticks: 4 },
        marks: [
          dots
            ? plot.dot(samples, {
              x: time,
              y: "value",
              r: 1.4,
              fill: seriesColors[at],
              fillOpacity: 0.6,
            })
            : plot.line(samples, { x: time, y: "value", stroke: seriesColors[at] }),
        ],
      }),
    };
  });
}
