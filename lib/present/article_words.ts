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
  attempts: string;
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
    outward: string;
    attempts: string;
    methods: string;
    descriptive: string;
  };
  /** Source of the figures of a publication. */
  printedBy: (id: string) => string;
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
    attempts: "Attempts that did not complete",
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
    factors: { "prompt tokens": "prompt length", concurrency: "concurrency" },
    figure: "Figure",
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
      medians: "Times are medians. Throughput is of the group of requests:",
      outward:
        "A ratio lies between the two ends, which are rounded outwards: a printed figure stands for half a unit of its last digit to both sides.",
      attempts: "An attempt is no shorter campaign: it has no throughput and no median.",
      methods:
        "The methods define throughput, warm-up and the end of a response differently. No effect, rank or mean is computed across them.",
      descriptive: "A p95 describes the run; it is no promise.",
    },
    printedBy: (id) => `Aggregates as the publication ${id} prints them, without raw values.`,
    missing: (count, gate) =>
      `${count} ${count === 1 ? "response" : "responses"} missing to ${gate}`,
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
    attempts: "Nicht abgeschlossene Versuche",
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
    factors: { "prompt tokens": "Eingabelänge", concurrency: "Parallelität" },
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
      medians: "Zeiten sind Mediane. Der Durchsatz gilt für die Anfragegruppe:",
      outward:
        "Ein Verhältnis liegt zwischen den beiden nach außen gerundeten Grenzen: eine gedruckte Zahl steht für eine halbe Einheit ihrer letzten Stelle nach beiden Seiten.",
      attempts: "Ein Versuch ist keine kürzere Kampagne: er hat weder Durchsatz noch Median.",
      methods:
        "Die Methoden definieren Durchsatz, Aufwärmen und Ende einer Antwort verschieden. Zwischen ihnen wird kein Effekt, Rang oder Mittelwert berechnet.",
      descriptive: "Ein p95 beschreibt den Lauf und verspricht nichts.",
    },
    printedBy: (id) => `Aggregate, wie die Veröffentlichung ${id} sie druckt, ohne Rohwerte.`,
    missing: (count, gate) =>
      `${count} ${count === 1 ? "Antwort fehlt" : "Antworten fehlen"} bis ${gate}`,
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
    attempts: "Próby nieukończone",
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
    factors: { "prompt tokens": "długość wejścia", concurrency: "równoległość" },
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
      medians: "Czasy są medianami. Przepustowość dotyczy grupy zapytań:",
      outward:
        "Stosunek leży między granicami zaokrąglonymi na zewnątrz: wydrukowana liczba oznacza pół jednostki ostatniej cyfry w obie strony.",
      attempts: "Próba nie jest krótszą kampanią: nie ma przepustowości ani mediany.",
      methods:
        "Metody różnie definiują przepustowość, rozgrzewkę i koniec odpowiedzi. Między nimi nie liczy się efektu, kolejności ani średniej.",
      descriptive: "Wartość p95 opisuje przebieg, niczego nie gwarantuje.",
    },
    printedBy: (id) => `Wartości zbiorcze wydrukowane w publikacji ${id}, bez danych surowych.`,
    missing: (count, gate) => `do ${gate} brakuje odpowiedzi: ${count}`,
  },
};
