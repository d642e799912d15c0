import type { Publication } from "../record/published.ts";
import type { Factor } from "../summarize/effects.ts";
import { scenarioPairs } from "../summarize/published_effects.ts";
import { Figure } from "./figure.ts";
import { formatNumber, formatPrinted, type Language } from "./format.ts";
import { latencyThroughput } from "./plots/latency_throughput.ts";
import { type ScenarioPoint, seriesOf } from "./plots/points.ts";
import { promptLength } from "./plots/prompt_length.ts";
import { formatPrintedQuantity } from "./format_unit.ts";
import { plotWords } from "./plots/words.ts";
import { articleWords } from "./article_words.ts";
import { captionWords } from "./caption_words.ts";
import { responseCounts } from "./response_counts.ts";
import { seriesNotes } from "./series_notes.ts";
import { sharedEnding } from "./shared_ending.ts";
import { mediansNote } from "./throughput_definition.ts";

/**
 * The scenarios of a publication for a plot; a scenario without one of the figures has no point.
 * The series are the models, without the last words that all of them share (`Q4_K_M`).
 */
function publishedPoints(publication: Publication): ScenarioPoint[] {
  const shared = sharedEnding(publication.design.models).length;
  return publication.scenarios.flatMap((row) => {
    const { ttftMedianSeconds, responseMedianSeconds, outputTokensPerSecond } = row;
    if (!ttftMedianSeconds || !responseMedianSeconds || !outputTokensPerSecond) return [];
    return [{
      series: row.model.slice(0, row.model.length - shared),
      promptTokens: row.promptTokens,
      concurrency: row.concurrency,
      ttftMedianSeconds: Number(ttftMedianSeconds),
      responseMedianSeconds: Number(responseMedianSeconds),
      throughputTokensPerSecond: Number(outputTokensPerSecond),
    }];
  });
}

/** The models of a publication: what more requests at once give the group and cost the reader. */
export function publishedLatencyFigure(
  publication: Publication,
  language: Language,
): Promise<Figure> {
  return effectFigure(publication, language, {
    label: "latency-throughput",
    title: plotWords[language].titles.latency,
    factor: "concurrency",
    plot: latencyThroughput,
  });
}

/** The models of a publication: what a longer prompt does to the three headline figures. */
export function publishedPromptFigure(
  publication: Publication,
  language: Language,
): Promise<Figure> {
  return effectFigure(publication, language, {
    label: "prompt-length",
    title: plotWords[language].titles.promptLength,
    factor: "prompt tokens",
    plot: promptLength,
  });
}

/** The scenarios of a publication as one plot draws them; its alt text tells what the factor does. */
function effectFigure(
  publication: Publication,
  language: Language,
  { label, title, factor, plot }: {
    label: string;
    title: string;
    factor: Factor;
    plot: typeof latencyThroughput;
  },
): Promise<Figure> {
  const points = publishedPoints(publication);
  const { definitions, design, id, scenarios } = publication;
  const ending = sharedEnding(design.models).trim();
  return Figure.draw({
    label: `${id}-${label}`,
    title,
    alt: changes(publication, factor, language),
    caption: [
      ...ending === "" ? [] : [captionWords[language].ending(ending)],
      mediansNote(articleWords[language].definition[definitions.throughput.id], language),
      ...seriesNotes(factor, seriesOf(points).length, language),
      ...responseCounts(scenarios, language),
    ].join(" "),
    provenance: "published",
    language,
    panels: plot(points, plotWords[language]),
  });
}

/** What a reader who does not see the figure is told: each change that it shows, in figures. */
function changes(
  publication: Publication,
  factor: Factor,
  language: Language,
): string {
  const words = articleWords[language];
  const [level, fixed] = factor === "concurrency"
    ? ["concurrency", "promptTokens"] as const
    : ["promptTokens", "concurrency"] as const;
  const names = { promptTokens: words.prompt, concurrency: words.concurrency };
  const ending = sharedEnding(publication.design.models).length;
  const figures = [
    ["ttftMedianSeconds", "s"],
    ["responseMedianSeconds", "s"],
    ["outputTokensPerSecond", "tokens/s"],
  ] as const;
  return scenarioPairs(publication).filter((pair) => pair.factor === factor)
    .map(({ from, to }) => {
      const moved = figures.flatMap(([quantity, unit]) => {
        const [before, after] = [from[quantity], to[quantity]];
        if (before === null || after === null) return [];
        const second = formatPrintedQuantity(after, unit, language);
        return [
          `${words.quantity[quantity]} ${formatPrinted(before, language)} \u2192 ${second}`,
        ];
      });
      const [low, high, same] = [from[level], to[level], from[fixed]]
        .map((count) => formatNumber(count, 0, language));
      return `${from.model.slice(0, from.model.length - ending)}, ${names[fixed]} ${same}, ` +
        `${names[level]} ${low} \u2192 ${high}: ${moved.join(", ")}.`;
    }).join(" ");
}
