import { type CompletedScenario, responsesOf } from "../measure/scenario.ts";
import type { LoadedRun } from "../summarize/load_run.ts";
import { quantile } from "../stats/quantile.ts";
import { Figure } from "./figure.ts";
import { formatNumber, type Language } from "./format.ts";
import { formatPercent } from "./format_percent.ts";
import { formatSignificantQuantity } from "./format_significant.ts";
import { ecdf } from "./plots/ecdf.ts";
import { plotWords } from "./plots/words.ts";
import { scenarioLabel } from "./scenario_names.ts";

/**
 * The share of responses that had ended by a time, a step for each response and a line for each
 * scenario; with several models a panel for each.
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
    model: run.facts.model.name,
    series: scenarioLabel(run.facts, language),
    seconds: responsesOf(run).map(({ startNs, endNs }) => (endNs - startNs) / 1e9),
  }));
  const panels = models.flatMap((model) => {
    const points = lines.filter((line) => line.model === model).flatMap(({ series, seconds }) =>
      seconds.map((each) => ({ series, seconds: each }))
    );
    return ecdf(points, words).map((panel) => ({
      ...panel,
      heading: models.length > 1 ? model : panel.heading,
    }));
  });
  const text = (value: number | null) => formatSignificantQuantity(value, 3, "s", language);
  return Figure.draw({
    label: "ecdf",
    title: words.titles.ecdf,
    alt: lines.map(({ model, series, seconds }) =>
      `${models.length > 1 ? `${model}, ` : ""}${series}: ` +
      [0, 0.5, 1].map((share) =>
        `${formatPercent(share, language)} ${text(quantile(seconds, share))}`
      ).join(", ") + "."
    ).join(" "),
    caption: `${words.responseTime}. n = ${
      lines.map(({ seconds }) => formatNumber(seconds.length, 0, language)).join(", ")
    }. ${summary.record.provenance.statement}`,
    provenance: summary.record.provenance.kind,
    language,
    panels,
  });
}
