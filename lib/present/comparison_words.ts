import { scopes } from "../summarize/compare.ts";
import type { Role, Unit } from "../summarize/compare_evidence.ts";
import type { Verdict } from "../summarize/decide.ts";
import type { Language } from "./format.ts";

/** What stands in a sentence of a decision. */
export interface DecisionWords {
  metric: string;
  verdict: string;
  ratio: string;
  /** `1.02 to 1.05 (95%)`; null where no interval exists. */
  interval: string | null;
  p: string;
  smallestP: string;
}

/** The words of tables and figures of a comparison. */
export interface ComparisonWords {
  environment: string;
  same: string;
  fact: string;
  first: string;
  second: string;
  comparison: string;
  scenario: string;
  metric: string;
  role: string;
  roles: Record<Role, string>;
  ratio: string;
  adjustedP: string;
  smallestP: string;
  verdict: string;
  verdicts: Record<Verdict, string>;
  /** The verdicts as clauses of a sentence. */
  clauses: Record<Verdict, string>;
  all: string;
  noBetter: string;
  decided: (words: DecisionWords) => string;
  interval: (low: string, high: string, level: string) => string;
  noDecision: (metric: string) => string;
  refused: (reasons: string) => string;
  scope: Record<Unit, string>;
  leftOut: (scenario: string, reason: string) => string;
  notes: {
    environment: string;
    ratio: string;
    alpha: (percent: string) => string;
    margin: (percent: string, level: string) => string;
    noMargin: string;
    adjusted: string;
    undecided: string;
  };
  below: string;
  above: string;
  caption: {
    interval: string;
    shorter: (level: string) => string;
    band: (percent: string) => string;
  };
}

/** The words by language. */
export const comparisonWords: Record<Language, ComparisonWords> = {
  en: {
    environment: "What differs between the environments",
    same: "The environments do not differ in anything that the records tell.",
    fact: "Fact",
    first: "First side",
    second: "Second side",
    comparison: "Second side against the first",
    scenario: "Scenario",
    metric: "Metric",
    role: "Role",
    roles: { primary: "primary", other: "other", described: "described" },
    ratio: "Ratio",
    adjustedP: "p, adjusted",
    smallestP: "Least p possible",
    verdict: "Verdict",
    verdicts: {
      faster: "faster",
      slower: "slower",
      equivalent: "equivalent",
      undecided: "undecided",
    },
    clauses: {
      faster: "the second side is faster",
      slower: "the second side is slower",
      equivalent: "the sides are equivalent",
      undecided: "undecided",
    },
    all: "all scenarios",
    noBetter: "no better or worse",
    decided: ({ metric, verdict, ratio, interval, p, smallestP }) =>
      `${metric} over all scenarios: ${verdict}, ratio ${ratio}` +
      `${interval === null ? "" : `, ${interval}`}, p ${p} (least possible ${smallestP}).`,
    interval: (low, high, level) => `${low} to ${high} (${level})`,
    noDecision: (metric) => `${metric} is the primary metric, and it decides nothing here.`,
    refused: (reasons) => `The records cannot be compared: ${reasons}.`,
    scope: scopes,
    leftOut: (scenario, reason) => `Left out: ${scenario}: ${reason}.`,
    notes: {
      environment: "Whatever differs may be the cause of a difference of the figures.",
      ratio: "A ratio above 1 is a larger figure on the second side.",
      alpha: (percent) =>
        `A verdict of faster or slower takes an adjusted p of at most ${percent}.`,
      margin: (percent, level) =>
        `Equivalent means that the interval of ${level} lies within ${percent} of 1.`,
      noMargin: "No margin was set, so nothing can be equivalent.",
      adjusted: "p is adjusted by Holm: the primary metric over the scenarios, all others over " +
        "metrics and scenarios.",
      undecided: "Undecided is no finding of equality.",
    },
    below: "less is better",
    above: "more is better",
    caption: {
      interval: "Each dot is the ratio of the second side to the first, with its interval.",
      shorter: (level) =>
        `Dashed intervals are the widest that exist and attain ${level} at least.`,
      band: (percent) => `The band is the margin of ${percent}.`,
    },
  },
  de: {
    environment: "Worin sich die Umgebungen unterscheiden",
    same: "Die Umgebungen unterscheiden sich in nichts, was die Protokolle sagen.",
    fact: "Angabe",
    first: "Erste Seite",
    second: "Zweite Seite",
    comparison: "Zweite Seite gegen die erste",
    scenario: "Szenario",
    metric: "Größe",
    role: "Rolle",
    roles: { primary: "Hauptgröße", other: "weitere", described: "beschreibend" },
    ratio: "Verhältnis",
    adjustedP: "p, angepasst",
    smallestP: "Kleinstes mögliches p",
    verdict: "Urteil",
    verdicts: {
      faster: "schneller",
      slower: "langsamer",
      equivalent: "gleichwertig",
      undecided: "unentschieden",
    },
    clauses: {
      faster: "die zweite Seite ist schneller",
      slower: "die zweite Seite ist langsamer",
      equivalent: "die Seiten sind gleichwertig",
      undecided: "unentschieden",
    },
    all: "alle Szenarien",
    noBetter: "kein Besser oder Schlechter",
    decided: ({ metric, verdict, ratio, interval, p, smallestP }) =>
      `${metric} über alle Szenarien: ${verdict}, Verhältnis ${ratio}` +
      `${interval === null ? "" : `, ${interval}`}, p ${p} (kleinstes mögliches ${smallestP}).`,
    interval: (low, high, level) => `${low} bis ${high} (${level})`,
    noDecision: (metric) => `${metric} ist die Hauptgröße und entscheidet hier nichts.`,
    refused: (reasons) => `Die Protokolle lassen sich nicht vergleichen: ${reasons}.`,
    scope: {
      rounds: "Die Urteile gelten nur für diese zwei Läufe: Bei einem Lauf je Seite lässt sich " +
        "eine Änderung nicht von dem Versatz trennen, den zwei Läufe immer haben.",
      runs: "Die Urteile beruhen auf ganzen Läufen, die zwischen den Seiten getauscht werden.",
    },
    leftOut: (scenario, reason) => `Ausgelassen: ${scenario}: ${reason}.`,
    notes: {
      environment: "Was sich unterscheidet, kann die Ursache eines Unterschieds der Werte sein.",
      ratio: "Ein Verhältnis über 1 bedeutet einen größeren Wert auf der zweiten Seite.",
      alpha: (percent) =>
        `Das Urteil schneller oder langsamer verlangt ein angepasstes p von höchstens ${percent}.`,
      margin: (percent, level) =>
        `Gleichwertig heißt: Das Intervall von ${level} weicht höchstens ${percent} von 1 ab.`,
      noMargin: "Es wurde keine Spanne gesetzt, daher kann nichts gleichwertig sein.",
      adjusted: "p ist nach Holm angepasst: die Hauptgröße über die Szenarien, alle anderen über " +
        "Größen und Szenarien.",
      undecided: "Unentschieden ist kein Befund der Gleichheit.",
    },
    below: "weniger ist besser",
    above: "mehr ist besser",
    caption: {
      interval: "Jeder Punkt ist das Verhältnis der zweiten Seite zur ersten mit seinem Intervall.",
      shorter: (level) =>
        `Gestrichelte Intervalle sind die weitesten, die es gibt, und erreichen mindestens ${level}.`,
      band: (percent) => `Das Band ist die Spanne von ${percent}.`,
    },
  },
  pl: {
    environment: "Czym różnią się środowiska",
    same: "Środowiska nie różnią się niczym, co podają zapisy.",
    fact: "Informacja",
    first: "Pierwsza strona",
    second: "Druga strona",
    comparison: "Druga strona wobec pierwszej",
    scenario: "Scenariusz",
    metric: "Wielkość",
    role: "Rola",
    roles: { primary: "główna", other: "inna", described: "opisowa" },
    ratio: "Stosunek",
    adjustedP: "p po korekcie",
    smallestP: "Najmniejsze możliwe p",
    verdict: "Wynik",
    verdicts: {
      faster: "szybsza",
      slower: "wolniejsza",
      equivalent: "równoważna",
      undecided: "nierozstrzygnięte",
    },
    clauses: {
      faster: "druga strona jest szybsza",
      slower: "druga strona jest wolniejsza",
      equivalent: "strony są równoważne",
      undecided: "nierozstrzygnięte",
    },
    all: "wszystkie scenariusze",
    noBetter: "bez lepszego ani gorszego",
    decided: ({ metric, verdict, ratio, interval, p, smallestP }) =>
      `${metric} we wszystkich scenariuszach: ${verdict}, stosunek ${ratio}` +
      `${interval === null ? "" : `, ${interval}`}, p ${p} (najmniejsze możliwe ${smallestP}).`,
    interval: (low, high, level) => `od ${low} do ${high} (${level})`,
    noDecision: (metric) => `${metric} to wielkość główna, ale niczego tu nie rozstrzyga.`,
    refused: (reasons) => `Zapisów nie można porównać: ${reasons}.`,
    scope: {
      rounds:
        "Wyniki dotyczą tylko tych dwóch przebiegów: przy jednym przebiegu na stronę zmiany " +
        "nie da się odróżnić od przesunięcia, które mają każde dwa przebiegi.",
      runs: "Wyniki opierają się na całych przebiegach, zamienianych między stronami.",
    },
    leftOut: (scenario, reason) => `Pominięto: ${scenario}: ${reason}.`,
    notes: {
      environment: "Każda różnica może być przyczyną różnicy wartości.",
      ratio: "Stosunek powyżej 1 oznacza większą wartość po drugiej stronie.",
      alpha: (percent) => `Wynik szybsza lub wolniejsza wymaga p po korekcie najwyżej ${percent}.`,
      margin: (percent, level) =>
        `Równoważna oznacza, że przedział ${level} leży w granicach ${percent} wokół 1.`,
      noMargin: "Nie ustalono marginesu, więc nic nie może być równoważne.",
      adjusted: "p po korekcie Holma: wielkość główna w obrębie scenariuszy, wszystkie inne w " +
        "obrębie wielkości i scenariuszy.",
      undecided: "Wynik nierozstrzygnięty nie świadczy o równości.",
    },
    below: "mniej znaczy lepiej",
    above: "więcej znaczy lepiej",
    caption: {
      interval: "Każda kropka to stosunek drugiej strony do pierwszej z przedziałem.",
      shorter: (level) =>
        `Przedziały kreskowane są najszersze z istniejących i osiągają co najmniej ${level}.`,
      band: (percent) => `Pas to margines ${percent}.`,
    },
  },
};
