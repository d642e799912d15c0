import type { Language } from "./format.ts";

/** The words of tables and captions that only records need, beside those of the articles. */
export interface RecordWords {
  figures: string;
  unverified: string;
  counted: string;
  notCounted: string;
  noneCompleted: string;
  everyCompleted: string;
  noEffect: string;
  reason: string;
  /** That reasons are in the record's own words, which are English. */
  reasons: string | null;
  /** Plan, engine and host of a run. */
  run: string;
  fact: string;
  value: string;
  facts: Record<
    | "record"
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
    /** On what the intervals rest. */
    unit: string;
    /** Of a table in which one falls short of the level that was asked for. */
    short: (level: string) => string;
    ratios: string;
  };
  row: (promptTokens: string, concurrency: number) => string;
}

/** The words by language. */
export const recordWords: Record<Language, RecordWords> = {
  en: {
    figures: "Values recomputed from the responses",
    unverified: "Unverified: the server does not reveal what would confirm these responses",
    counted: "Counted",
    notCounted: "Not counted",
    noneCompleted: "None: no scenario completed.",
    everyCompleted: "None: every scenario completed.",
    noEffect: "None: no two completed scenarios differ in this factor alone.",
    reason: "Reason",
    reasons: null,
    run: "The run",
    fact: "Fact",
    value: "Value",
    facts: {
      record: "Record",
      plan: "Plan",
      method: "Method",
      engine: "Engine",
      model: "Model",
      host: "Host",
      ended: "Ended",
      frozen: "Fixed beforehand",
      analysis: "Statistics",
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
      same: "computed anew from the record, by the frozen code",
      differs: "computed anew from the record, by code that was changed since the freeze",
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
      unit: "The unit is the round, since responses of one round depend on each other.",
      short: (level) =>
        `With so few rounds the widest exact interval falls short of ${level}; the attained level stands beside it.`,
      ratios: "Above 1 the metric is larger at the factor's second value.",
    },
    row: (tokens, concurrency) => `${tokens} tokens ×${concurrency}`,
  },
  de: {
    figures: "Aus den Antworten neu berechnete Werte",
    unverified: "Nicht bestätigt: Der Server verrät nicht, was diese Antworten belegen würde",
    counted: "Gezählt",
    notCounted: "Nicht gezählt",
    noneCompleted: "Keine: Kein Szenario wurde abgeschlossen.",
    everyCompleted: "Keine: Jedes Szenario wurde abgeschlossen.",
    noEffect: "Keine: Kein Paar abgeschlossener Szenarien unterscheidet sich nur in diesem Faktor.",
    reason: "Grund",
    reasons: "Gründe stehen im Wortlaut des Protokolls, auf Englisch.",
    run: "Der Lauf",
    fact: "Angabe",
    value: "Wert",
    facts: {
      record: "Protokoll",
      plan: "Plan",
      method: "Methode",
      engine: "Engine",
      model: "Modell",
      host: "Rechner",
      ended: "Ende",
      frozen: "Vorab festgelegt",
      analysis: "Statistik",
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
      same: "aus dem Protokoll neu berechnet, mit dem festgelegten Code",
      differs: "aus dem Protokoll neu berechnet, mit Code, der seit der Festlegung geändert wurde",
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
      unit: "Die Einheit ist die Runde, da Antworten einer Runde voneinander abhängen.",
      short: (level) =>
        `Bei so wenigen Runden verfehlt das weiteste exakte Intervall ${level}; das erreichte Niveau steht daneben.`,
      ratios: "Ein Verhältnis über 1 bedeutet eine größere Zahl beim zweiten Wert des Faktors.",
    },
    row: (tokens, concurrency) => `${tokens} Tokens ×${concurrency}`,
  },
  pl: {
    figures: "Wartości przeliczone z odpowiedzi",
    unverified: "Niepotwierdzone: serwer nie ujawnia tego, co potwierdziłoby te odpowiedzi",
    counted: "Liczone",
    notCounted: "Nieliczone",
    noneCompleted: "Brak: żadnego scenariusza nie ukończono.",
    everyCompleted: "Brak: każdy scenariusz ukończono.",
    noEffect: "Brak: żadne dwa ukończone scenariusze nie różnią się samym tym czynnikiem.",
    reason: "Powód",
    reasons: "Powody podano słowami zapisu, po angielsku.",
    run: "Przebieg",
    fact: "Informacja",
    value: "Wartość",
    facts: {
      record: "Zapis",
      plan: "Plan",
      method: "Metoda",
      engine: "Silnik",
      model: "Model",
      host: "Komputer",
      ended: "Zakończenie",
      frozen: "Ustalono wcześniej",
      analysis: "Statystyki",
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
      same: "przeliczone z zapisu ustalonym kodem",
      differs: "przeliczone z zapisu kodem, który zmieniono po ustaleniu",
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
      unit: "Jednostką jest runda, bo odpowiedzi jednej rundy zależą od siebie.",
      short: (level) =>
        `Przy tak małej liczbie rund najszerszy dokładny przedział nie osiąga ${level}; osiągnięty poziom podano obok.`,
      ratios: "Stosunek powyżej 1 oznacza większą liczbę przy drugiej wartości czynnika.",
    },
    row: (tokens, concurrency) => `${tokens} tok. ×${concurrency}`,
  },
};
