import { headlineThroughput } from "../measure/catalogue.ts";
import type { MeasuredResponse } from "../measure/measured_response.ts";
import { isMeasured, type MeasuredScenario, responsesOf } from "../measure/scenario.ts";
import type { TelemetrySample } from "../measure/telemetry.ts";
import { median } from "../stats/median.ts";
import type { LoadedRun } from "../summarize/load_run.ts";
import type { SoakSummary } from "../summarize/soak.ts";
import { telemetryOver } from "../summarize/telemetry_over.ts";
import { articleWords } from "./article_words.ts";
import { captionWords } from "./caption_words.ts";
import { Figure } from "./figure.ts";
import type { Language } from "./format.ts";
import { formatSignificantQuantity } from "./format_significant.ts";
import { formatQuantity } from "./format_unit.ts";
import { soakOverTime, type SoakSample, type SoakTracks } from "./plots/soak_over_time.ts";
import { plotWords } from "./plots/words.ts";
import { scenarioLabel } from "./scenario_names.ts";
import { inSeconds } from "./seconds.ts";
import { soakOf, type SummarizedSoak } from "./soak_of.ts";
import { soakWords } from "./soak_words.ts";
import { throughputDefinition, throughputNote } from "./throughput_definition.ts";

/** As many points as a line of the figure's width can tell apart. */
const LINE_POINTS = 300;
const THROUGHPUT_POINTS = 48;
/** More responses than this are drawn as three dots of each of so many stretches. */
const MOST_DOTS = 6000;
const DOT_STRETCHES = 1000;

/**
 * A soak over time: every response, the throughput of the group, power and temperature.
 *
 * @param scenario Needed only where the record has several soaks.
 * @throws {UserError} When the record has no such soak.
 */
export function soakFigure(
  { summary, scenarios }: LoadedRun,
  language: Language,
  scenario?: string,
): Promise<Figure> {
  const found = soakOf(summary, scenario);
  const run = scenarios.filter(isMeasured).find(({ facts }) => facts.id === found.soak.scenario)!;
  const { tracks, roundsAPoint, sensorSeconds } = soakTracks(run, found.soak);
  const words = plotWords[language];
  const captions = captionWords[language];
  const definition = throughputDefinition(summary.record.method, language);
  const { responses } = found.scenario.counts;
  return Figure.draw({
    label: "soak",
    title: words.titles.soak,
    alt: altOf(found, language),
    caption: [
      (responses > MOST_DOTS ? captions.extremes : captions.dots)(
        formatQuantity(responses, 0, "responses", language),
      ),
      throughputNote(definition, language),
      captions.points(formatQuantity(roundsAPoint, 0, "rounds", language)),
      ...sensorSeconds === null
        ? []
        : [captions.sensors(formatQuantity(sensorSeconds, 0, "s", language))],
      captions.axes,
      summary.record.provenance.statement,
    ].join(" "),
    provenance: summary.record.provenance.kind,
    language,
    panels: soakOverTime(tracks, words),
  });
}

/** The tracks of the plot, with the rounds and the seconds that one point of a line stands for. */
export function soakTracks(
  run: MeasuredScenario,
  { startNs, endNs, pauses }: SoakSummary,
): { tracks: SoakTracks; roundsAPoint: number; sensorSeconds: number | null } {
  const hours = (ns: number) => (ns - startNs) / 3600e9;
  const gaps = pauses.long.map(({ startNs }): SoakSample => ({
    hours: hours(startNs),
    value: null,
  }));
  const headline = headlineThroughput(run.facts.method);
  const roundsAPoint = Math.ceil(run.rounds.length / THROUGHPUT_POINTS);
  const throughput = stretches(run.rounds, roundsAPoint).map((rounds): SoakSample => ({
    hours: hours((rounds[0].startNs + rounds.at(-1)!.endNs) / 2),
    value: headline.of({ ...run, rounds }),
  }));
  const stretchNs = sensorStretch(run.telemetry, endNs - startNs);
  const sensed = stretchNs === null
    ? []
    : Array.from({ length: Math.ceil((endNs - startNs) / stretchNs) }, (_, at) => {
      const from = startNs + at * stretchNs;
      return {
        hours: hours(from + stretchNs / 2),
        over: telemetryOver(run.telemetry, from, Math.min(from + stretchNs, endNs))!,
      };
    });
  return {
    roundsAPoint,
    sensorSeconds: stretchNs === null ? null : stretchNs / 1e9,
    tracks: {
      responseSeconds: dots(responsesOf(run)).map(({ startNs, endNs }) => ({
        hours: hours(startNs),
        value: (endNs - startNs) / 1e9,
      })),
      throughputTokensPerSecond: [...throughput, ...gaps].sort((a, b) => a.hours - b.hours),
      powerWatts: sensed.map(({ hours, over }) => ({ hours, value: over.meanPowerWatts })),
      temperatureCelsius: sensed.map(({ hours, over }) => ({ hours, value: over.highestCelsius })),
    },
  };
}

function stretches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from(
    { length: Math.ceil(items.length / size) },
    (_, at) => items.slice(at * size, (at + 1) * size),
  );
}

/** Every response, or of very many the shortest, the middle and the longest of each stretch. */
function dots(responses: readonly MeasuredResponse[]): MeasuredResponse[] {
  if (responses.length <= MOST_DOTS) return [...responses];
  return stretches(responses, Math.ceil(responses.length / DOT_STRETCHES)).flatMap((some) => {
    const sorted = some.toSorted((a, b) => (a.endNs - a.startNs) - (b.endNs - b.startNs));
    return [...new Set([sorted[0], sorted[sorted.length >> 1], sorted.at(-1)!])];
  });
}

const niceSeconds = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600];

/** Whole seconds that hold a few samples each, so that only a silent sensor leaves a gap. */
function sensorStretch(
  telemetry: readonly TelemetrySample[] | null,
  lengthNs: number,
): number | null {
  if (telemetry === null || telemetry.length < 2) return null;
  const apart = median(telemetry.slice(1).map(({ atNs }, at) => atNs - telemetry[at].atNs))!;
  const seconds = Math.max(lengthNs / LINE_POINTS, 3 * apart) / 1e9;
  return (niceSeconds.find((nice) => nice >= seconds) ?? Math.ceil(seconds)) * 1e9;
}

/** What a reader who does not see the figure is told: how the soak began and how it ended. */
function altOf({ soak, scenario }: SummarizedSoak, language: Language): string {
  const { quantity, p95 } = articleWords[language];
  const { hour, power, temperature, perHour } = soakWords[language];
  const text = (value: number | null, unit: string) =>
    formatSignificantQuantity(value, 3, unit, language);
  const { headline, facts } = scenario;
  const tail = headline.responseTime.p95;
  const hours = soak.hours.filter(({ rounds }) => rounds > 0).map((
    { hour: at, throughput, telemetry },
  ) =>
    [
      `${hour} ${at}: ${quantity.outputTokensPerSecond} ${text(throughput, "tokens/s")}`,
      ...telemetry && telemetry.meanPowerWatts !== null
        ? [`${power} ${text(telemetry.meanPowerWatts, "W")}`]
        : [],
      ...telemetry && telemetry.highestCelsius !== null
        ? [`${temperature} ${text(telemetry.highestCelsius, "°C")}`]
        : [],
    ].join(", ") + "."
  );
  const drift = soak.drift["response-time"]?.sharePerHour ?? null;
  return [
    `${facts.model.name}, ${scenarioLabel(facts, language)}.`,
    `${quantity.responseMedianSeconds} ${text(inSeconds(headline.responseTime.median), "s")}` +
    (tail.status === "given" ? `, ${p95} ${text(inSeconds(tail.value), "s")}` : "") +
    (drift === null ? "" : `, ${perHour} ${text(drift * 100, "%")}`) + ".",
    ...hours,
  ].join(" ");
}
