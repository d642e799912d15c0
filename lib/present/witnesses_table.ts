import type { ScenarioSummary } from "../summarize/summarize_scenario.ts";
import type { Testimony } from "../summarize/witnesses.ts";
import type { RecordSummary } from "../summarize/summary.ts";
import { formatNumber, type Language } from "./format.ts";
import { recordWords } from "./record_words.ts";
import { scenarioColumns, scenarioNames } from "./scenario_names.ts";
import { Table } from "./table.ts";

interface Words {
  caption: string;
  what: string;
  stretches: Record<Testimony["what"], string>;
  n: string;
  median: string;
  p95: string;
  largest: string;
  share: string;
  contradictions: string;
  notes: {
    residual: string;
    queue: string;
    impossible: string;
    events: (count: string, scenario: string) => string;
  };
}

const words: Record<Language, Words> = {
  en: {
    caption: "Two witnesses: what the client measured less what the server says of itself",
    what: "Stretch",
    stretches: {
      "first-token": "TTFT less prompt_ms",
      "first-token-with-queue": "TTFT less queue time and prompt_ms",
      "decode": "first to last token less predicted_ms",
    },
    n: "Responses",
    median: "Residual, median",
    p95: "Residual, p95",
    largest: "Residual, largest",
    share: "Share of the client's time",
    contradictions: "Impossible",
    notes: {
      residual: "The residual is the overhead of transport and client. It is judged response by " +
        "response, only where both spoke.",
      queue: "prompt_ms begins when the slot does, so a wait for the slot is part of the first " +
        "residual and not of the second.",
      impossible: "Impossible is a first token that the client saw over 1 ms sooner than the " +
        "server says it could be.",
      events: (count, scenario) =>
        `${scenario}: in ${count} responses the events brought another number of tokens than the ` +
        "server counts.",
    },
  },
  de: {
    caption: "Zwei Zeugen: Messung des Clients abzüglich der Angabe des Servers",
    what: "Strecke",
    stretches: {
      "first-token": "Erstes Token abzüglich prompt_ms",
      "first-token-with-queue": "Erstes Token abzüglich Wartezeit und prompt_ms",
      "decode": "erstes bis letztes Token abzüglich predicted_ms",
    },
    n: "Antworten",
    median: "Rest, Median",
    p95: "Rest, p95",
    largest: "Rest, größter",
    share: "Anteil an der Zeit des Clients",
    contradictions: "Unmöglich",
    notes: {
      residual: "Der Rest ist der Aufwand von Übertragung und Client. Er wird je Antwort " +
        "bestimmt, nur wo beide etwas sagen.",
      queue: "prompt_ms beginnt mit dem Slot. Ein Warten auf den Slot gehört daher zum ersten " +
        "Rest und nicht zum zweiten.",
      impossible: "Unmöglich ist ein erstes Token, das der Client über 1 ms früher sah, als es " +
        "nach Angabe des Servers sein kann.",
      events: (count, scenario) =>
        `${scenario}: In ${count} Antworten brachten die Ereignisse eine andere Zahl von Tokens, ` +
        "als der Server zählt.",
    },
  },
  pl: {
    caption: "Dwaj świadkowie: pomiar klienta pomniejszony o to, co podaje serwer",
    what: "Odcinek",
    stretches: {
      "first-token": "TTFT bez prompt_ms",
      "first-token-with-queue": "TTFT bez oczekiwania i prompt_ms",
      "decode": "od pierwszego do ostatniego tokena bez predicted_ms",
    },
    n: "Odpowiedzi",
    median: "Reszta, mediana",
    p95: "Reszta, p95",
    largest: "Reszta, największa",
    share: "Część czasu klienta",
    contradictions: "Niemożliwe",
    notes: {
      residual: "Reszta to narzut transmisji i klienta. Liczy się ją dla każdej odpowiedzi, o " +
        "której mówią obaj.",
      queue:
        "prompt_ms zaczyna się razem ze slotem, więc oczekiwanie na slot należy do pierwszej " +
        "reszty, a nie do drugiej.",
      impossible:
        "Niemożliwy jest pierwszy token, który klient widział ponad 1 ms wcześniej, niż " +
        "według serwera mógł powstać.",
      events: (count, scenario) =>
        `${scenario}: zdarzenia przyniosły inną liczbę tokenów, niż liczy serwer (odpowiedzi: ` +
        `${count}).`,
    },
  },
};

/**
 * Client and server held against each other, scenario by scenario; times in milliseconds.
 *
 * @param status `unverified` makes the table of scenarios that could not be confirmed, apart.
 */
export function witnessesTable(
  summary: RecordSummary,
  language: Language,
  status: ScenarioSummary["status"] = "completed",
): Table {
  const own = words[language];
  const { unverified, notes } = recordWords[language];
  const scenarios = summary.scenarios.filter((scenario) => scenario.status === status);
  const nameOf = scenarioNames(scenarios.map(({ facts }) => facts), language);
  const testimonies = scenarios.flatMap(({ facts, witnesses }) =>
    witnesses.times.filter(({ n }) => n > 0).map((each) => ({ facts, each }))
  );
  const ms = { unit: "ms", kind: "number", decimals: 3 } as const;
  const inMs = (ns: number | null | undefined) => ns === null || ns === undefined ? null : ns / 1e6;
  return new Table({
    id: status === "completed" ? "witnesses" : "witnesses-unverified",
    language,
    caption: own.caption,
    columns: [
      ...scenarioColumns(language),
      { id: "stretch", head: own.what },
      { id: "responses", head: own.n, kind: "count" },
      { id: "residual-median", head: own.median, ...ms },
      { id: "residual-p95", head: own.p95, ...ms },
      { id: "residual-largest", head: own.largest, ...ms },
      { id: "share", head: own.share, unit: "%", kind: "number", decimals: 2 },
      { id: "impossible", head: own.contradictions, kind: "count" },
    ],
    rows: testimonies.map(({ facts, each }) => [
      facts.model.name,
      facts.promptTokens,
      facts.concurrency,
      own.stretches[each.what],
      each.n,
      inMs(each.residualNs?.median),
      inMs(each.residualNs?.p95),
      inMs(each.residualNs?.maximum),
      each.share === null ? null : each.share * 100,
      each.contradictions,
    ]),
    notes: [
      own.notes.residual,
      own.notes.queue,
      own.notes.impossible,
      ...testimonies.some(({ each }) => each.residualNs?.p95 === null)
        ? [notes.withheld(summary.rules.p95FromResponses)]
        : [],
      ...status === "unverified" ? [`${unverified}.`] : [],
      ...scenarios.filter(({ witnesses }) => witnesses.eventsDiffer > 0)
        .map(({ facts, witnesses }) =>
          own.notes.events(
            formatNumber(witnesses.eventsDiffer, 0, language),
            nameOf(facts),
          )
        ),
    ],
    provenance: [summary.record.provenance],
  });
}
