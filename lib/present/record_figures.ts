import type { Factor } from "../summarize/effects.ts";
import type { Figure as Figured } from "../summarize/figure.ts";
import type { RecordSummary } from "../summarize/summary.ts";
import { articleWords } from "./article_words.ts";
import { attainedLevels } from "./attained_level.ts";
import { captionWords } from "./caption_words.ts";
import { Figure } from "./figure.ts";
import { formatNumber, type Language } from "./format.ts";
import { formatSignificant, formatSignificantQuantity } from "./format_significant.ts";
import { latencyThroughput } from "./plots/latency_throughput.ts";
import {
  type Interval,
  type ScenarioMetric,
  type ScenarioPoint,
  seriesOf,
} from "./plots/points.ts";
import { noData } from "./plots/no_data.ts";
import { promptLength } from "./plots/prompt_length.ts";
import { plotWords } from "./plots/words.ts";
import { completedOf, recordCaption, shortNames } from "./record_caption.ts";
import { scenarioLabel } from "./scenario_names.ts";
import { seriesNotes } from "./series_notes.ts";
import { mediansNote, throughputDefinition } from "./throughput_definition.ts";

/** Response time against throughput, from one request at once to several. */
export function latencyFigure(summary: RecordSummary, language: Language): Promise<Figure> {
  const { titles } = plotWords[language];
  return effectFigure(summary, language, {
    label: "latency-throughput",
    title: titles.latency,
    factor: "concurrency",
    plot: latencyThroughput,
  });
}

/** What a longer prompt does to the three headline figures. */
export function promptLengthFigure(summary: RecordSummary, language: Language): Promise<Figure> {
  const { titles } = plotWords[language];
  return effectFigure(summary, language, {
    label: "prompt-length",
    title: titles.promptLength,
    factor: "prompt tokens",
    plot: promptLength,
  });
}

/** The completed scenarios as one plot draws them; its alt text tells what the factor does. */
function effectFigure(
  summary: RecordSummary,
  language: Language,
  { label, title, factor, plot }: {
    label: string;
    title: string;
    factor: Factor;
    plot: typeof latencyThroughput;
  },
): Promise<Figure> {
  const words = plotWords[language];
  const points = pointsOf(summary);
  return Figure.draw({
    label,
    title,
    alt: changes(summary, factor, language) || singly(points, language),
    caption: recordCaption(summary, language, [
      mediansNote(throughputDefinition(summary.record.method, language), language),
      ...seriesNotes(factor, seriesOf(points).length, language),
      ...levelsOf(summary, language),
      ...notDrawn(summary, points, language),
    ]),
    provenance: summary.record.provenance.kind,
    language,
    panels: points.length === 0 ? noData(words) : plot(points, words),
  });
}

/** The completed scenarios of a summary as points of a plot. */
function pointsOf(summary: RecordSummary): ScenarioPoint[] {
  const short = shortNames(summary);
  return completedOf(summary).flatMap(({ facts, headline }) => {
    const [ttft, response] = [headline.ttft.median, headline.responseTime.median];
    const throughput = headline.throughput.value;
    if (ttft === null || response === null || throughput === null) return [];
    return [{
      series: short(facts.model.name),
      promptTokens: facts.promptTokens,
      concurrency: facts.concurrency,
      ttftMedianSeconds: ttft / 1e9,
      responseMedianSeconds: response / 1e9,
      throughputTokensPerSecond: throughput,
      intervals: {
        ...boundsOf("ttftMedianSeconds", headline.ttft, 1e9),
        ...boundsOf("responseMedianSeconds", headline.responseTime, 1e9),
        ...boundsOf("throughputTokensPerSecond", headline.throughput, 1),
      },
    }];
  });
}

/** The interval of a figure where one exists. */
function boundsOf(
  name: ScenarioMetric,
  { interval }: Figured,
  scale: number,
): Partial<Record<ScenarioMetric, Interval>> {
  return interval.status === "none"
    ? {}
    : { [name]: { low: interval.lower / scale, high: interval.upper / scale } };
}

/** What a reader who does not see the figure is told: each change that it shows, in figures. */
function changes(
  summary: RecordSummary,
  factor: Factor,
  language: Language,
): string {
  const { prompt, concurrency, quantity } = articleWords[language];
  const short = shortNames(summary);
  const models = new Map(
    completedOf(summary).map(({ facts: { model } }) => [model.id, model.name]),
  );
  return summary.effects.flatMap((effect) => {
    if (effect.status !== "completed" || effect.factor !== factor) return [];
    const [fixed, moved] = factor === "concurrency" ? [prompt, concurrency] : [concurrency, prompt];
    const names = [
      quantity.ttftMedianSeconds,
      quantity.responseMedianSeconds,
      quantity.outputTokensPerSecond,
    ];
    const figures = effect.contrasts.map(({ from, to }, at) => {
      const [scale, unit] = at < 2 ? [1e9, "s"] : [1, "tokens/s"];
      return `${names[at]} ${text(from.value, scale, language)} \u2192 ${
        withUnit(to.value, scale, unit, language)
      }`;
    });
    const [at, from, to] = [effect.at, effect.from, effect.to].map((count) =>
      formatNumber(count, 0, language)
    );
    const model = models.size > 1 ? `${short(models.get(effect.model)!)}, ` : "";
    return [`${model}${fixed} ${at}, ${moved} ${from} \u2192 ${to}: ${figures.join(", ")}.`];
  }).join(" ");
}

/** The same where no two scenarios differ in that one factor: the figures of each. */
function singly(points: readonly ScenarioPoint[], language: Language): string {
  const { quantity } = articleWords[language];
  if (points.length === 0) return `${plotWords[language].noData}.`;
  return points.map((point) => {
    const figures = (["ttftMedianSeconds", "responseMedianSeconds"] as const)
      .map((name) => `${quantity[name]} ${withUnit(point[name], 1, "s", language)}`);
    const rate = withUnit(point.throughputTokensPerSecond, 1, "tokens/s", language);
    const model = seriesOf(points).length > 1 ? `${point.series}, ` : "";
    return `${model}${scenarioLabel(point, language)}: ${
      figures.join(", ")
    }, ${quantity.outputTokensPerSecond} ${rate}.`;
  }).join(" ");
}

/** Completed scenarios that have no point, as a sentence of the caption. */
function notDrawn(
  summary: RecordSummary,
  points: readonly ScenarioPoint[],
  language: Language,
): string[] {
  const missing = completedOf(summary).length - points.length;
  return missing === 0 ? [] : [captionWords[language].notDrawn(missing)];
}

/** A figure in running text: three significant digits are enough to follow a plot. */
function text(value: number | null, scale: number, language: Language): string {
  return formatSignificant(value === null ? null : value / scale, 3, language);
}

function withUnit(
  value: number | null,
  scale: number,
  unit: string,
  language: Language,
): string {
  return formatSignificantQuantity(value === null ? null : value / scale, 3, unit, language);
}

/** What the intervals of a plot attain; no sentence where none exists. */
function levelsOf(summary: RecordSummary, language: Language): string[] {
  const levels = attainedLevels(
    completedOf(summary).flatMap(({ headline }) =>
      [headline.ttft, headline.responseTime, headline.throughput].map(({ interval }) => interval)
    ),
    language,
  );
  return levels === null ? [] : [captionWords[language].intervals(levels)];
}
