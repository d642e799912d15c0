import type { Panel } from "../draw.ts";
import { dotOpacity, seriesColors } from "./palette.ts";
import { enclosingTicks } from "./ticks.ts";
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
  const end = hours * perHour;
  const times = enclosingTicks(0, end, 5);
  // the axis ends at a tick where one is near, else where the soak does
  const far = times.at(-1)! - end < end / 20 ? times.at(-1)! : end;
  return wanted.map(({ samples, heading, dots }, at) => {
    const time = ({ hours }: SoakSample) => hours * perHour;
    const values = samples.flatMap(({ value }) => value === null ? [] : [value]);
    const ticks = enclosingTicks(Math.min(...values), Math.max(...values), 4);
    const last = at === wanted.length - 1;
    return {
      heading,
      height: last ? 152 : 134,
      drawing: (plot) => ({
        marginBottom: last ? 44 : 26,
        x: {
          domain: [0, far],
          ticks: times.filter((tick) => tick <= far),
          grid: true,
          label: last ? `${words.sinceStart} (${unit})` : null,
        },
        y: { domain: [ticks[0], ticks.at(-1)!], ticks, grid: true, label: null },
        marks: [
          dots
            ? plot.dot(samples, {
              x: time,
              y: "value",
              r: 1.4,
              fill: seriesColors[at],
              fillOpacity: dotOpacity,
            })
            : plot.line(samples, {
              x: time,
              y: "value",
              stroke: seriesColors[at],
              strokeWidth: 2,
            }),
        ],
      }),
    };
  });
}
