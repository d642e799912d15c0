import type { AttemptScenario } from "../record/published_attempts.ts";
import type { Publication, PublishedQuantity } from "../record/published.ts";
import type { Factor } from "../summarize/effects.ts";
import type { Language } from "./format.ts";

/** The words of published tables in one language. */
export interface ArticleWords {
  model: string;
  prompt: string;
  concurrency: string;
  quantity: Record<PublishedQuantity, string>;
  p95: string;
  duration: string;
  rounds: string;
  responses: string;
  scenarios: string;
  soak: string;
  /** A table's name, of one that is printed as the publication prints it. */
  verbatim: (caption: string) => string;
  attempts: string;
  attemptsByScenario: string;
  noAttempts: string;
  attempt: string;
  status: string;
  statuses: Record<AttemptScenario["status"], string>;
  stoppedAt: string;
  campaign: string;
  effects: string;
  factor: string;
  factors: Record<Factor, string>;
  figure: string;
  from: string;
  to: string;
  ratioLow: string;
  ratioHigh: string;
  method: string;
  beside: string;
  definition: Record<Publication["definitions"]["throughput"]["id"], string>;
  notes: {
    medians: string;
    /** Before the definition of a throughput. */
    group: string;
    outward: string;
    attempts: string;
    /** Of a stopped attempt of which some scenarios completed. */
    completedWithin: string;
    methods: string;
    descriptive: string;
    /** Of a table in which cells tell how many responses are missing. */
    gate: (gate: number) => string;
  };
  /** Source of the figures of a publication. */
  printedBy: (id: string) => string;
  /** Source of what is computed from them. */
  computedFrom: (id: string) => string;
  /** What stands where a p95 would be drawn from too few responses. */
  missing: (count: number, gate: number) => string;
}

/** The words by language. */
export const articleWords: Record<Language, ArticleWords> = {
  en: {
    model: "Model",
    prompt: "Prompt tokens",
    concurrency: "Requests at once",
    quantity: {
      ttftMedianSeconds: "TTFT, median",
      responseMedianSeconds: "Response time, median",
      outputTokensPerSecond: "Throughput",
    },
    p95: "Response time, p95",
    duration: "Duration",
    rounds: "Rounds",
    responses: "Responses",
    scenarios: "Completed scenarios",
    soak: "Soak",
    verbatim: (caption) => `${caption}, as printed`,
    attempts: "Attempts that did not complete",
    attemptsByScenario: "Attempts that did not complete, scenario by scenario",
    noAttempts: "None: the publication names no attempt that did not complete.",
    attempt: "Attempt",
    status: "Status",
    statuses: {
      completed: "completed",
      partial: "partial",
      "stopped-in-warmup": "stopped in warm-up",
      "not-started": "not started",
      "stopped-by-safety-limit": "stopped by the safety limit",
      "out-of-matrix": "out of the matrix",
    },
    stoppedAt: "Safety limit",
    campaign: "Whole attempt",
    effects: "Effects",
    factor: "Factor",
    factors: { "prompt tokens": "prompt length", concurrency: "requests at once" },
    figure: "Metric",
    from: "From",
    to: "To",
    ratioLow: "Ratio, at least",
    ratioHigh: "Ratio, at most",
    method: "Method",
    beside: "Two methods side by side",
    definition: {
      "mean-of-round-rates": "mean of the round rates",
      "tokens-over-union": "tokens over the union of the response windows",
      "tokens-over-span": "tokens over the whole span",
      other: "by a definition of the publication's own",
    },
    notes: {
      medians: "Times are medians.",
      group: "Throughput is of the group of requests:",
      outward:
        "A ratio lies between the two ends, which are rounded outwards: a printed value may stand for any within half a unit of its last digit.",
      attempts: "An attempt that did not complete has no throughput and no median.",
      completedWithin:
        "A row is a scenario of an attempt. What an attempt completed before it was " +
        "stopped stands here and not among the completed scenarios.",
      methods:
        "The methods define throughput, warm-up and the end of a response differently. No effect, rank or mean is computed across them.",
      descriptive: "A p95 describes the run; it is no promise.",
      gate: (gate) =>
        `A p95 needs ${gate} responses; where there are fewer, the cell says how many are missing.`,
    },
    printedBy: (id) =>
      `Aggregates as the publication ${id} prints them; its raw values are not here.`,
    computedFrom: (id) =>
      `Computed from what the publication ${id} prints; its raw values are not here.`,
    missing: (count, gate) => `${count} short of ${gate}`,
  },
  de: {
    model: "Modell",
    prompt: "Eingabe-Tokens",
    concurrency: "Gleichzeitige Anfragen",
    quantity: {
      ttftMedianSeconds: "Erstes Token, Median",
      responseMedianSeconds: "Vollständige Antwort, Median",
      outputTokensPerSecond: "Gesamtdurchsatz",
    },
    p95: "Vollständige Antwort, p95",
    duration: "Dauer",
    rounds: "Runden",
    responses: "Antworten",
    scenarios: "Abgeschlossene Szenarien",
    soak: "Dauerlauf",
    verbatim: (caption) => `${caption}, wie gedruckt`,
    attempts: "Nicht abgeschlossene Versuche",
    attemptsByScenario: "Nicht abgeschlossene Versuche, Szenario für Szenario",
    noAttempts: "Keine: Die Veröffentlichung nennt keinen nicht abgeschlossenen Versuch.",
    attempt: "Versuch",
    status: "Status",
    statuses: {
      completed: "abgeschlossen",
      partial: "teilweise",
      "stopped-in-warmup": "in der Aufwärmrunde gestoppt",
      "not-started": "nicht begonnen",
      "stopped-by-safety-limit": "durch die Sicherheitsgrenze gestoppt",
      "out-of-matrix": "außerhalb der Matrix",
    },
    stoppedAt: "Sicherheitsgrenze",
    campaign: "Ganzer Versuch",
    effects: "Effekte",
    factor: "Faktor",
    factors: { "prompt tokens": "Eingabelänge", concurrency: "gleichzeitige Anfragen" },
    figure: "Größe",
    from: "Von",
    to: "Auf",
    ratioLow: "Verhältnis, mindestens",
    ratioHigh: "Verhältnis, höchstens",
    method: "Methode",
    beside: "Zwei Methoden nebeneinander",
    definition: {
      "mean-of-round-rates": "Mittelwert der Rundenraten",
      "tokens-over-union": "Tokens geteilt durch die Vereinigung der Antwortfenster",
      "tokens-over-span": "Tokens geteilt durch die ganze Spanne",
      other: "nach eigener Definition der Veröffentlichung",
    },
    notes: {
      medians: "Zeiten sind Mediane.",
      group: "Der Durchsatz gilt für die Anfragegruppe:",
      outward:
        "Ein Verhältnis liegt zwischen den beiden nach außen gerundeten Grenzen: Eine gedruckte Zahl kann für jeden Wert stehen, der höchstens eine halbe Einheit ihrer letzten Stelle entfernt ist.",
      attempts: "Ein nicht abgeschlossener Versuch hat weder Durchsatz noch Median.",
      completedWithin: "Eine Zeile ist ein Szenario eines Versuchs. Was ein Versuch vor seinem " +
        "Abbruch abschloss, steht hier und nicht bei den abgeschlossenen Szenarien.",
      methods:
        "Die Methoden definieren Durchsatz, Aufwärmen und Ende einer Antwort verschieden. Zwischen ihnen wird kein Effekt, Rang oder Mittelwert berechnet.",
      descriptive: "Ein p95 beschreibt den Lauf und verspricht nichts.",
      gate: (gate) =>
        `Ein p95 verlangt ${gate} Antworten; sind es weniger, nennt die Zelle, wie viele fehlen.`,
    },
    printedBy: (id) =>
      `Aggregate, wie die Veröffentlichung ${id} sie druckt; ihre Rohwerte liegen nicht vor.`,
    computedFrom: (id) =>
      `Aus dem berechnet, was die Veröffentlichung ${id} druckt; ihre Rohwerte liegen nicht vor.`,
    missing: (count, gate) => `${count} ${count === 1 ? "fehlt" : "fehlen"} bis ${gate}`,
  },
  pl: {
    model: "Model",
    prompt: "Tokeny wejścia na zapytanie",
    concurrency: "Równoległe zapytania",
    quantity: {
      ttftMedianSeconds: "TTFT, mediana",
      responseMedianSeconds: "Cała odpowiedź, mediana",
      outputTokensPerSecond: "Łączna przepustowość wyjścia",
    },
    p95: "Cała odpowiedź, p95",
    duration: "Czas trwania",
    rounds: "Rundy",
    responses: "Odpowiedzi",
    scenarios: "Ukończone scenariusze",
    soak: "Próba długotrwała",
    verbatim: (caption) => `${caption}, jak w druku`,
    attempts: "Próby nieukończone",
    attemptsByScenario: "Próby nieukończone, scenariusz po scenariuszu",
    noAttempts: "Brak: publikacja nie wymienia nieukończonej próby.",
    attempt: "Próba",
    status: "Stan",
    statuses: {
      completed: "ukończony",
      partial: "częściowy",
      "stopped-in-warmup": "zatrzymany podczas rozgrzewki",
      "not-started": "nieuruchomiony",
      "stopped-by-safety-limit": "zatrzymany przez limit bezpieczeństwa",
      "out-of-matrix": "poza macierzą",
    },
    stoppedAt: "Limit bezpieczeństwa",
    campaign: "Cała próba",
    effects: "Efekty",
    factor: "Czynnik",
    factors: { "prompt tokens": "długość wejścia", concurrency: "równoległe zapytania" },
    figure: "Wielkość",
    from: "Z",
    to: "Na",
    ratioLow: "Stosunek, co najmniej",
    ratioHigh: "Stosunek, co najwyżej",
    method: "Metoda",
    beside: "Dwie metody obok siebie",
    definition: {
      "mean-of-round-rates": "średnia przepustowości rund",
      "tokens-over-union": "tokeny podzielone przez sumę mnogościową okien odpowiedzi",
      "tokens-over-span": "tokeny podzielone przez cały przedział czasu",
      other: "według własnej definicji publikacji",
    },
    notes: {
      medians: "Czasy są medianami.",
      group: "Przepustowość dotyczy grupy zapytań:",
      outward:
        "Stosunek leży między granicami zaokrąglonymi na zewnątrz: wydrukowana liczba może oznaczać każdą wartość odległą najwyżej o pół jednostki jej ostatniej cyfry.",
      attempts: "Próba nieukończona nie ma przepustowości ani mediany.",
      completedWithin: "Wiersz to scenariusz próby. To, co próba ukończyła przed zatrzymaniem, " +
        "stoi tutaj, a nie wśród ukończonych scenariuszy.",
      methods:
        "Metody różnie definiują przepustowość, rozgrzewkę i koniec odpowiedzi. Między nimi nie liczy się efektu, kolejności ani średniej.",
      descriptive: "Wartość p95 opisuje przebieg, niczego nie gwarantuje.",
      gate: (gate) =>
        `Wartość p95 wymaga ${gate} odpowiedzi; gdzie jest ich mniej, komórka podaje, ile brakuje.`,
    },
    printedBy: (id) =>
      `Wartości zbiorcze wydrukowane w publikacji ${id}; jej danych surowych tu nie ma.`,
    computedFrom: (id) =>
      `Obliczono z tego, co drukuje publikacja ${id}; jej danych surowych tu nie ma.`,
    missing: (count, gate) => `do ${gate} brakuje ${count}`,
  },
};
