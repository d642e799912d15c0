import type { Language } from "./format.ts";

/** The words of tables and captions that only records need, beside those of the articles. */
export interface RecordWords {
  figures: string;
  unverified: string;
  counted: string;
  notCounted: string;
  reason: string;
  /** That reasons are in the record's own words, which are English. */
  reasons: string | null;
  /** Plan, engine and host of a run. */
  run: string;
  fact: string;
  value: string;
  facts: Record<
    | "record"
    | "provenance"
    | "plan"
    | "method"
    | "engine"
    | "model"
    | "host"
    | "ended"
    | "frozen"
    | "analysis",
    string
  >;
  ended: Record<"completed" | "stopped" | "interrupted" | "running", string>;
  frozen: { not: string; unchanged: string; changed: string };
  /** The code that computes figures now, held against the frozen one. */
  analyses: Record<"same" | "differs", string>;
  interval: string;
  low: string;
  high: string;
  coverage: string;
  ratio: string;
  notes: {
    /** Sentences take the numbers of rounds and responses. */
    sample: (rounds: string, responses: string) => string;
    withheld: (gate: number) => string;
    intervals: string;
    ratios: string;
  };
  row: (promptTokens: string, concurrency: number) => string;
  median: string;
  /** Of a plot whose bars are intervals, with the level or levels that they attain. */
  intervalsOf: (levels: string) => string;
  /** How many completed scenarios a plot leaves out. */
  notDrawn: (count: number) => string;
}

/** The words by language. */
export const recordWords: Record<Language, RecordWords> = {
  en: {
    figures: "Figures recomputed from the responses",
    unverified: "Unverified: the server does not reveal what would confirm these responses",
    counted: "Counted",
    notCounted: "Not counted",
    reason: "Reason",
    reasons: null,
    run: "The run",
    fact: "Fact",
    value: "Value",
    facts: {
      record: "Record",
      provenance: "Provenance",
      plan: "Plan",
      method: "Method",
      engine: "Engine",
      model: "Model",
      host: "Host",
      ended: "Ended",
      frozen: "Fixed beforehand",
      analysis: "Computed by",
    },
    ended: {
      completed: "completed",
      stopped: "stopped",
      interrupted: "interrupted",
      running: "still running",
    },
    frozen: {
      not: "not frozen",
      unchanged: "frozen, unchanged when the run began",
      changed: "frozen, but changed:",
    },
    analyses: {
      same: "the frozen code, unchanged",
      differs: "code that differs from the frozen one",
    },
    interval: "Medians and throughput with their intervals",
    low: "Lower end",
    high: "Upper end",
    coverage: "Attained level",
    ratio: "Ratio",
    notes: {
      sample: (rounds, responses) =>
        `Rounds per scenario: ${rounds}; responses that count: ${responses}.`,
      withheld: (gate) => `A p95 is shown from ${gate} responses on; these scenarios have fewer.`,
      intervals:
        "The unit is the round, since responses of one round depend on each other. With few rounds the widest exact interval may fall short of 95%; the attained level stands beside it.",
      ratios: "A ratio above 1 is a larger figure at the second level.",
    },
    row: (tokens, concurrency) => `${tokens} tokens ×${concurrency}`,
    median: "The line is the median of the row.",
    intervalsOf: (levels) => `Bars are intervals; attained level ${levels}.`,
    notDrawn: (count) => `Completed scenarios not drawn, since a figure is missing: ${count}.`,
  },
  de: {
    figures: "Aus den Antworten neu berechnete Werte",
    unverified: "Nicht bestätigt: Der Server verrät nicht, was diese Antworten belegen würde",
    counted: "Gezählt",
    notCounted: "Nicht gezählt",
    reason: "Grund",
    reasons: "Gründe stehen im Wortlaut des Protokolls, auf Englisch.",
    run: "Der Lauf",
    fact: "Angabe",
    value: "Wert",
    facts: {
      record: "Protokoll",
      provenance: "Herkunft",
      plan: "Plan",
      method: "Methode",
      engine: "Engine",
      model: "Modell",
      host: "Rechner",
      ended: "Ende",
      frozen: "Vorab festgelegt",
      analysis: "Berechnet von",
    },
    ended: {
      completed: "abgeschlossen",
      stopped: "gestoppt",
      interrupted: "unterbrochen",
      running: "läuft noch",
    },
    frozen: {
      not: "nicht festgelegt",
      unchanged: "festgelegt, bei Beginn des Laufs unverändert",
      changed: "festgelegt, aber geändert:",
    },
    analyses: {
      same: "dem festgelegten Code, unverändert",
      differs: "Code, der vom festgelegten abweicht",
    },
    interval: "Mediane und Durchsatz mit ihren Intervallen",
    low: "Untere Grenze",
    high: "Obere Grenze",
    coverage: "Erreichtes Niveau",
    ratio: "Verhältnis",
    notes: {
      sample: (rounds, responses) =>
        `Runden je Szenario: ${rounds}; gezählte Antworten: ${responses}.`,
      withheld: (gate) =>
        `Ein p95 wird ab ${gate} Antworten gezeigt; diese Szenarien haben weniger.`,
      intervals:
        "Die Einheit ist die Runde, da Antworten einer Runde voneinander abhängen. Bei wenigen Runden kann das weiteste exakte Intervall 95 % verfehlen; das erreichte Niveau steht daneben.",
      ratios: "Ein Verhältnis über 1 bedeutet einen größeren Wert auf der zweiten Stufe.",
    },
    row: (tokens, concurrency) => `${tokens} Tokens ×${concurrency}`,
    median: "Die Linie ist der Median der Zeile.",
    intervalsOf: (levels) => `Balken sind Intervalle; erreichtes Niveau ${levels}.`,
    notDrawn: (count) => `Nicht gezeichnete Szenarien, da ein Wert fehlt: ${count}.`,
  },
  pl: {
    figures: "Wartości przeliczone z odpowiedzi",
    unverified: "Niepotwierdzone: serwer nie ujawnia tego, co potwierdziłoby te odpowiedzi",
    counted: "Liczone",
    notCounted: "Nieliczone",
    reason: "Powód",
    reasons: "Powody podano słowami zapisu, po angielsku.",
    run: "Przebieg",
    fact: "Informacja",
    value: "Wartość",
    facts: {
      record: "Zapis",
      provenance: "Pochodzenie",
      plan: "Plan",
      method: "Metoda",
      engine: "Silnik",
      model: "Model",
      host: "Komputer",
      ended: "Zakończenie",
      frozen: "Ustalono wcześniej",
      analysis: "Obliczone przez",
    },
    ended: {
      completed: "ukończony",
      stopped: "zatrzymany",
      interrupted: "przerwany",
      running: "w toku",
    },
    frozen: {
      not: "nie ustalono",
      unchanged: "ustalono, bez zmian do początku przebiegu",
      changed: "ustalono, ale zmieniono:",
    },
    analyses: {
      same: "ustalony kod, bez zmian",
      differs: "kod inny niż ustalony",
    },
    interval: "Mediany i przepustowość z przedziałami",
    low: "Dolna granica",
    high: "Górna granica",
    coverage: "Osiągnięty poziom",
    ratio: "Stosunek",
    notes: {
      sample: (rounds, responses) =>
        `Rundy w scenariuszu: ${rounds}; liczone odpowiedzi: ${responses}.`,
      withheld: (gate) =>
        `Wartość p95 podajemy od ${gate} odpowiedzi; te scenariusze mają ich mniej.`,
      intervals:
        "Jednostką jest runda, bo odpowiedzi jednej rundy zależą od siebie. Przy małej liczbie rund najszerszy dokładny przedział może nie osiągać 95%; osiągnięty poziom podano obok.",
      ratios: "Stosunek powyżej 1 oznacza większą wartość na drugim poziomie.",
    },
    row: (tokens, concurrency) => `${tokens} tok. ×${concurrency}`,
    median: "Linia to mediana wiersza.",
    intervalsOf: (levels) => `Słupki to przedziały; osiągnięty poziom ${levels}.`,
    notDrawn: (count) => `Scenariusze pominięte z powodu brakującej wartości: ${count}.`,
  },
};
