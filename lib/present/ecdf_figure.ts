import { type CompletedScenario, responsesOf } from "../measure/scenario.ts";
import type { LoadedRun } from "../summarize/load_run.ts";
import { quantile } from "../stats/quantile.ts";
import { captionWords } from "./caption_words.ts";
import { Figure } from "./figure.ts";
import type { Language } from "./format.ts";
import { formatPercent } from "./format_percent.ts";
import { formatSignificantQuantity } from "./format_significant.ts";
import { formatQuantity } from "./format_unit.ts";
import { ecdf, type EcdfQuantile } from "./plots/ecdf.ts";
import { plotWords } from "./plots/words.ts";
import { responseCounts } from "./response_counts.ts";
import { scenarioLabel } from "./scenario_names.ts";

/**
 * The share of responses that had ended by a time, a step for each response and a line for each
 * scenario; with several models a panel for each. A panel of one line names its median, and its p95
 * where there are responses enough for one.
 *
 * @throws {RangeError} When no scenario completed.
 */
export function ecdfFigure(
  { summary, scenarios }: LoadedRun,
  language: Language,
): Promise<Figure> {
  const completed = scenarios.filter((run): run is CompletedScenario => run.status === "completed");
  if (completed.length === 0) {
    throw new RangeError(`Cannot draw the responses of ${summary.record.id}: none counts`);
  }
  const words = plotWords[language];
  const models = [...new Set(completed.map(({ facts }) => facts.model.name))];
  const lines = completed.map((run) => ({
    id: run.facts.id,
    model: run.facts.model.name,
    concurrency: run.facts.concurrency,
    series: scenarioLabel(run.facts, language),
    seconds: responsesOf(run).map(({ startNs, endNs }) => (endNs - startNs) / 1e9),
  }));
  const text = (value: number | null) => formatSignificantQuantity(value, 3, "s", language);
  const quantilesOf = (id: string): EcdfQuantile[] => {
    const { median, p95 } = summary.scenarios.find(({ facts }) => facts.id === id)!
      .headline.responseTime;
    return [
      ...median === null ? [] : [{ share: 0.5, ns: median, name: words.median }],
      ...p95.status === "given" ? [{ share: 0.95, ns: p95.value, name: "p95" }] : [],
    ].map(({ share, ns, name }) => ({
      share,
      seconds: ns / 1e9,
      name: `${name} ${text(ns / 1e9)}`,
    }));
  };
  const panels = models.flatMap((model) => {
    const own = lines.filter((line) => line.model === model);
    const points = own.flatMap(({ series, seconds }) =>
      seconds.map((each) => ({ series, seconds: each }))
    );
    return ecdf(points, words, own.length > 1 ? [] : quantilesOf(own[0].id)).map((panel) => ({
      ...panel,
      heading: models.length > 1 ? model : panel.heading,
    }));
  });
  const { step, steps } = captionWords[language];
  return Figure.draw({
    label: "ecdf",
    title: words.titles.ecdf,
    alt: lines.map(({ model, series, seconds }) =>
      `${models.length > 1 ? `${model}, ` : ""}${series}: ` +
      [0, 0.5, 1].map((share) =>
        `${formatPercent(share, language)} ${text(quantile(seconds, share))}`
      ).join(", ") + "."
    ).join(" "),
    caption: [
      ...lines.length === 1
        ? [steps(formatQuantity(lines[0].seconds.length, 0, "responses", language))]
        : [
          step,
          ...responseCounts(
            lines.map(({ concurrency, seconds }) => ({ concurrency, responses: seconds.length })),
            language,
          ),
        ],
      summary.record.provenance.statement,
    ].join(" "),
    provenance: summary.record.provenance.kind,
    language,
    panels,
  });
}
