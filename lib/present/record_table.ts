import { pointOf } from "../summarize/figure.ts";
import type { ScenarioSummary } from "../summarize/summarize_scenario.ts";
import type { RecordSummary } from "../summarize/summary.ts";
import { attainedCell } from "./attained_level.ts";
import { articleWords } from "./article_words.ts";
import { formatNumber, type Language } from "./format.ts";
import { sharedDecimals } from "./format_significant.ts";
import { intervalNotes } from "./interval_notes.ts";
import { quantityWithUnit } from "./quantity_words.ts";
import { columnDecimals } from "./record_decimals.ts";
import { recordWords } from "./record_words.ts";
import { scenarioColumns } from "./scenario_names.ts";
import { scenarioRemarks } from "./scenario_remarks.ts";
import { inSeconds } from "./seconds.ts";
import { Table } from "./table.ts";
import { mediansNote, throughputDefinition } from "./throughput_definition.ts";

/**
 * The table of a run: each scenario's medians and throughput as its method's articles print them,
 * with the number of responses that count and that do not.
 *
 * @param status `unverified` makes the table of scenarios that could not be confirmed, apart.
 */
export function coreTable(
  summary: RecordSummary,
  language: Language,
  status: ScenarioSummary["status"] = "completed",
): Table {
  const { quantity } = articleWords[language];
  const words = recordWords[language];
  const scenarios = summary.scenarios.filter((scenario) => scenario.status === status);
  const figures = scenarios.map(({ headline }) => ({
    ttft: inSeconds(headline.ttft.median),
    response: inSeconds(headline.responseTime.median),
    throughput: headline.throughput.value,
  }));
  const { method } = summary.record;
  const column = (member: keyof typeof figures[number]) => ({
    kind: "number" as const,
    decimals: columnDecimals(method, figures.map((figure) => figure[member])),
  });
  return new Table({
    id: status === "completed" ? "core" : "core-unverified",
    language,
    caption: status === "completed" ? words.figures : words.unverified,
    columns: [
      ...scenarioColumns(language),
      { id: "ttft-median", head: quantity.ttftMedianSeconds, unit: "s", ...column("ttft") },
      {
        id: "response-median",
        head: quantity.responseMedianSeconds,
        unit: "s",
        ...column("response"),
      },
      {
        id: "throughput",
        head: quantity.outputTokensPerSecond,
        unit: "tokens/s",
        ...column("throughput"),
      },
      { id: "responses", head: words.counted, kind: "count" },
      { id: "not-counted", head: words.notCounted, kind: "count" },
    ],
    rows: scenarios.map(({ facts, counts }, at) => [
      facts.model.name,
      facts.promptTokens,
      facts.concurrency,
      figures[at].ttft,
      figures[at].response,
      figures[at].throughput,
      counts.responses,
      counts.responsesFailed + counts.responsesCancelled + counts.responsesOfExcludedRounds,
    ]),
    empty: words.noneCompleted,
    notes: scenarios.length === 0 ? [] : [
      mediansNote(throughputDefinition(method, language), language),
      words.notes.sample(
        several(scenarios, "rounds", language),
        several(scenarios, "responses", language),
      ),
      ...withheld(scenarios, summary, language),
      ...scenarioRemarks(scenarios, language),
    ],
    provenance: [summary.record.provenance],
  });
}

/** The headline figures of a run with an interval each, and the level that it attains. */
export function intervalTable(summary: RecordSummary, language: Language): Table {
  const articles = articleWords[language];
  const words = recordWords[language];
  const names = [
    ["ttft", "ttftMedianSeconds", 1e9],
    ["responseTime", "responseMedianSeconds", 1e9],
    ["throughput", "outputTokensPerSecond", 1],
  ] as const;
  const rows = summary.scenarios.filter(({ status }) => status === "completed")
    .flatMap(({ facts, headline }) =>
      names.map(([member, quantity, scale]) => {
        const figure = headline[member];
        const { interval } = figure;
        const known = interval.status === "none" ? null : interval;
        const values = [pointOf(figure), known?.lower ?? null, known?.upper ?? null]
          .map((each) => each === null ? null : each / scale);
        const decimals = sharedDecimals(values, 4);
        return {
          facts,
          name: quantityWithUnit(quantity, language),
          cells: values.map((value) =>
            value === null ? null : { value, text: formatNumber(value, decimals, language) }
          ),
          interval,
          level: attainedCell(known, language),
        };
      })
    );
  const number = { align: "right" as const };
  return new Table({
    id: "intervals",
    language,
    caption: words.interval,
    columns: [
      ...scenarioColumns(language),
      { id: "figure", head: articles.figure },
      { id: "value", head: words.value, ...number },
      { id: "low", head: words.low, ...number },
      { id: "high", head: words.high, ...number },
      { id: "level", head: words.coverage, unit: "%", kind: "number", decimals: 2 },
    ],
    rows: rows.map(({ facts, name, cells, level }) => [
      facts.model.name,
      facts.promptTokens,
      facts.concurrency,
      name,
      ...cells,
      level,
    ]),
    empty: words.noneCompleted,
    notes: intervalNotes(rows.map(({ interval }) => interval), language),
    provenance: [summary.record.provenance],
  });
}

/** The different counts of some scenarios, such as `5, 20`. */
function several(
  scenarios: readonly ScenarioSummary[],
  member: "rounds" | "responses",
  language: Language,
): string {
  const counts = [...new Set(scenarios.map(({ counts }) => counts[member]))].sort((a, b) => a - b);
  return counts.map((count) => formatNumber(count, 0, language)).join(", ");
}

function withheld(
  scenarios: readonly ScenarioSummary[],
  { rules }: RecordSummary,
  language: Language,
): string[] {
  const some = scenarios.some(({ headline }) => headline.responseTime.p95.status === "withheld");
  return some ? [recordWords[language].notes.withheld(rules.p95FromResponses)] : [];
}
