import { queueTime } from "../measure/metrics/queue_time.ts";
import type { MeasuredRound } from "../measure/scenario.ts";
import type { LoadedRun } from "../summarize/load_run.ts";
import { Figure } from "./figure.ts";
import type { Language } from "./format.ts";
import { formatSignificantQuantity } from "./format_significant.ts";
import { noData } from "./plots/no_data.ts";
import { roundTimeline, type TimelineBar } from "./plots/round_timeline.ts";
import { plotWords } from "./plots/words.ts";
import { scenarioNames } from "./scenario_names.ts";
import { timelineWords } from "./timeline_words.ts";

/** More panels than this are no figure that a reader takes in. */
const MOST_PANELS = 6;

/**
 * The response windows of one round of each scenario with several requests at once: who waited for
 * whom. A wait is seen only where the server sends its headers when a slot turns to the request.
 *
 * @param round Number of the round; the middle one of each scenario unless told.
 * @throws {RangeError} When no scenario with several requests at once completed that round.
 */
export function timelineFigure(
  { summary, scenarios }: LoadedRun,
  language: Language,
  round?: number,
): Promise<Figure> {
  const all = scenarios.flatMap((run) => {
    if (run.status !== "completed" || run.facts.concurrency === 1) return [];
    const found = round === undefined
      ? run.rounds[run.rounds.length >> 1]
      : run.rounds.find((each) => each.round === round);
    return found ? [{ run, round: found }] : [];
  });
  const chosen = all.slice(0, MOST_PANELS);
  if (chosen.length === 0 && round !== undefined) {
    throw new RangeError(
      `Cannot draw a round of ${summary.record.id}: no scenario with several requests at once ` +
        `completed a round ${round}`,
    );
  }
  const words = plotWords[language];
  const own = timelineWords[language];
  if (chosen.length === 0) {
    return Figure.draw({
      label: "timeline",
      title: words.titles.timeline,
      alt: own.none,
      caption: `${own.none} ${summary.record.provenance.statement}`,
      provenance: summary.record.provenance.kind,
      language,
      panels: noData(words),
    });
  }
  const nameOf = scenarioNames(chosen.map(({ run }) => run.facts), language);
  const panels = chosen.map(({ run, round }) => ({
    name: `${nameOf(run.facts)}, ${own.round(round.round)}`,
    bars: barsOf(round, own.request),
  }));
  const waits = panels.some(({ bars }) =>
    bars.some(({ headersSeconds }) => headersSeconds !== null)
  );
  return Figure.draw({
    label: "timeline",
    title: words.titles.timeline,
    alt: panels.map(({ name, bars }) =>
      `${name}: ` + bars.map(({ request, firstTokenSeconds, endSeconds }) =>
        own.bar(request, text(firstTokenSeconds, language), text(endSeconds, language))
      ).join("; ") + "."
    ).join(" "),
    caption: [
      own.caption(round ?? null),
      ...all.length > chosen.length ? [own.cut(chosen.length, all.length)] : [],
      ...waits ? [] : [own.unseen],
      summary.record.provenance.statement,
    ].join(" "),
    provenance: summary.record.provenance.kind,
    language,
    panels: roundTimeline(
      panels.flatMap(({ name, bars }) => bars.map((bar) => ({ ...bar, round: name }))),
      words,
    ),
  });
}

function barsOf(
  { startNs, responses }: MeasuredRound,
  request: (slot: number) => string,
): Omit<TimelineBar, "round">[] {
  const seconds = (ns: number) => (ns - startNs) / 1e9;
  return responses.map((response) => {
    const waitedNs = queueTime.of(response);
    return {
      request: request(response.index + 1),
      sentSeconds: seconds(response.startNs),
      headersSeconds: waitedNs === null ? null : seconds(response.startNs + waitedNs),
      firstTokenSeconds: seconds(response.firstTokenNs),
      endSeconds: seconds(response.endNs),
    };
  });
}

function text(seconds: number, language: Language): string {
  return formatSignificantQuantity(seconds, 3, "s", language);
}
