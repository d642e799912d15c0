import type { RecordSummary } from "../summarize/summary.ts";
import type { ScenarioSummary } from "../summarize/summarize_scenario.ts";
import type { CountTestimony } from "../summarize/witnesses.ts";
import type { Language } from "./format.ts";
import { recordWords } from "./record_words.ts";
import { scenarioColumns } from "./scenario_names.ts";
import { Table } from "./table.ts";

interface Words {
  caption: string;
  what: string;
  counts: Record<CountTestimony["what"], string>;
  responses: string;
  counters: string;
  verdict: string;
  verdicts: Record<CountTestimony["verdict"], string>;
  note: string;
}

const words: Record<Language, Words> = {
  en: {
    caption: "Two witnesses: tokens of the responses and of the server's counters",
    what: "Tokens",
    counts: { "prompt-tokens": "of prompts", "predicted-tokens": "generated" },
    responses: "Sum of the responses",
    counters: "Growth of the counters",
    verdict: "Verdict",
    verdicts: { "agree": "agree", "differ": "differ", "not-measured": "not measured" },
    note:
      "The counters are those of /metrics, over the measured rounds. It prints six digits that count: what differs by less agrees.",
  },
  de: {
    caption: "Zwei Zeugen: Tokens der Antworten und der Zähler des Servers",
    what: "Tokens",
    counts: { "prompt-tokens": "der Eingaben", "predicted-tokens": "erzeugt" },
    responses: "Summe der Antworten",
    counters: "Zuwachs der Zähler",
    verdict: "Urteil",
    verdicts: {
      "agree": "stimmen überein",
      "differ": "weichen ab",
      "not-measured": "nicht gemessen",
    },
    note:
      "Die Zähler sind die von /metrics, über die gemessenen Runden. Es druckt sechs gültige Ziffern: was um weniger abweicht, stimmt überein.",
  },
  pl: {
    caption: "Dwaj świadkowie: tokeny odpowiedzi i liczników serwera",
    what: "Tokeny",
    counts: { "prompt-tokens": "promptów", "predicted-tokens": "wygenerowane" },
    responses: "Suma z odpowiedzi",
    counters: "Przyrost liczników",
    verdict: "Wynik",
    verdicts: { "agree": "zgodne", "differ": "różne", "not-measured": "nie zmierzono" },
    note:
      "Liczniki pochodzą z /metrics i obejmują zmierzone rundy. Podaje ono sześć cyfr znaczących: mniejsza różnica to zgodność.",
  },
};

/**
 * Tokens as the responses add up to them and as the server's counters grew, by scenario.
 *
 * @param status `unverified` makes the table of scenarios that could not be confirmed, apart.
 */
export function witnessCountsTable(
  summary: RecordSummary,
  language: Language,
  status: ScenarioSummary["status"] = "completed",
): Table {
  const own = words[language];
  return new Table({
    id: status === "completed" ? "witness-counts" : "witness-counts-unverified",
    language,
    caption: own.caption,
    columns: [
      ...scenarioColumns(language),
      { id: "tokens", head: own.what },
      { id: "responses", head: own.responses, kind: "count" },
      { id: "counters", head: own.counters, kind: "count" },
      { id: "verdict", head: own.verdict },
    ],
    rows: summary.scenarios.filter((scenario) => scenario.status === status).flatMap((
      { facts, witnesses },
    ) =>
      witnesses.counts.map(({ what, responses, counters, verdict }) => [
        facts.model.name,
        facts.promptTokens,
        facts.concurrency,
        own.counts[what],
        responses,
        counters,
        { value: verdict, text: own.verdicts[verdict] },
      ])
    ),
    notes: [
      own.note,
      ...status === "unverified" ? [`${recordWords[language].unverified}.`] : [],
    ],
    provenance: [summary.record.provenance],
  });
}
