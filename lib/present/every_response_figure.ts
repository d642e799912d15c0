import { type CompletedScenario, responsesOf } from "../measure/scenario.ts";
import type { LoadedRun } from "../summarize/load_run.ts";
import { captionWords } from "./caption_words.ts";
import { Figure } from "./figure.ts";
import type { Language } from "./format.ts";
import { formatSignificant } from "./format_significant.ts";
import { everyResponse } from "./plots/every_response.ts";
import { noData } from "./plots/no_data.ts";
import { plotWords } from "./plots/words.ts";
import { completedOf, recordCaption, shortNames } from "./record_caption.ts";
import { scenarioNames } from "./scenario_names.ts";
import { inSeconds } from "./seconds.ts";

/** Every response that counts as a dot, in a row per scenario, under the row's median. */
export function everyResponseFigure(
  { scenarios, summary }: LoadedRun,
  language: Language,
): Promise<Figure> {
  const words = plotWords[language];
  const completed = scenarios.filter((run): run is CompletedScenario => run.status === "completed");
  const rowOf = scenarioNames(completed.map(({ facts }) => facts), language, shortNames(summary));
  const points = completed.flatMap((run) =>
    responsesOf(run).map((response) => ({
      scenario: rowOf(run.facts),
      round: response.round,
      ttftSeconds: (response.firstTokenNs - response.startNs) / 1e9,
      responseSeconds: (response.endNs - response.startNs) / 1e9,
    }))
  );
  const spread = completedOf(summary).map(({ facts, headline: { responseTime } }) => {
    const [low, high] = [responseTime.minimum, responseTime.maximum].map((ns) =>
      formatSignificant(inSeconds(ns), 3, language)
    );
    return `${rowOf(facts)}: ${low}\u2013${high} s.`;
  });
  return Figure.draw({
    label: "every-response",
    title: words.titles.responses,
    alt: `${words.responseTime}. ${spread.join(" ") || `${words.noData}.`}`,
    caption: recordCaption(summary, language, [captionWords[language].rows]),
    provenance: summary.record.provenance.kind,
    language,
    panels: points.length === 0 ? noData(words) : everyResponse(points, words),
  });
}
