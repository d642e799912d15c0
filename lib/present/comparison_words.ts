import { scopes } from "../summarize/compare.ts";
import type { Unit } from "../summarize/compare_evidence.ts";
import type { Verdict } from "../summarize/decide.ts";
import type { Language } from "./format.ts";

/** What stands in a sentence of a decision. */
export interface DecisionWords {
  metric: string;
  verdict: string;
  ratio: string;
  /** `1.02 to 1.05 (95%)`; null where no interval exists. */
  interval: string | null;
  /** `p = 0.0079` */
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
  /** Of the tables without the primary metric. */
  others: string;
  ratio: string;
  adjustedP: string;
  smallestP: string;
  verdict: string;
  verdicts: Record<Verdict, string>;
  /** The verdicts as clauses of a sentence. */
  clauses: Record<Verdict, string>;
  all: string;
  /** In place of a verdict on a metric that has no better or worse. */
  notRated: string;
  decided: (words: DecisionWords) => string;
  interval: (low: string, high: string, level: string) => string;
  noDecision: (metric: string) => string;
  /** Of the decision's table, which has no row then. */
  undecidable: string;
  refused: (reasons: string) => string;
  scope: Record<Unit, string>;
  leftOut: (scenario: string, reason: string) => string;
  notes: {
    /** Which records the two sides are. */
    sides: (first: string, second: string) => string;
    environment: string;
    ratio: string;
    /** Of ratios of whole scenarios whose exact intervals are of rounds. */
    ratioInterval: string;
    /** Of how the ratio over all scenarios comes about when rounds are exchanged. */
    overall: string;
    /** Of the least adjusted p in a table, where it is too large for a verdict. */
    leastP: (p: string) => string;
    alpha: (percent: string) => string;
    /** `level` is that of the interval that decides, `printed` that of the one in the table. */
    margin: (percent: string, level: string, printed: string) => string;
    noMargin: string;
    adjusted: string;
    undecided: string;
  };
  below: string;
  above: string;
  /** What a figure's ratios are of. */
  axis: string;
  caption: {
    /** With the level that the intervals attain; null where none exists. */
    interval: (level: string | null) => string;
    shorter: (level: string) => string;
    band: (percent: string, level: string) => string;
    /** How many of the rows cannot be faster or slower, whatever they measured. */
    unreachable: (rows: number, all: number, unit: Unit) => string;
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
    others: "All other metrics",
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
    notRated: "not rated",
    decided: ({ metric, verdict, ratio, interval, p, smallestP }) =>
      `${metric} over all scenarios: ${verdict}, ratio ${ratio}` +
      `${interval === null ? "" : `, ${interval}`}, ${p} (least possible ${smallestP}).`,
    interval: (low, high, level) => `${low} to ${high} (${level})`,
    noDecision: (metric) => `${metric} is the primary metric, and it decides nothing here.`,
    undecidable: "No decision.",
    refused: (reasons) => `The records cannot be compared: ${reasons}.`,
    scope: scopes,
    leftOut: (scenario, reason) => `Left out: ${scenario}: ${reason}.`,
    notes: {
      sides: (first, second) => `First side: ${first}. Second side: ${second}.`,
      environment: "Whatever differs may be the cause of a difference of the values.",
      ratio: "A ratio above 1 is a larger value on the second side.",
      ratioInterval:
        "A ratio is of the whole scenario and its interval of the rounds, so metrics " +
        "that are alike in a round share one.",
      overall: "The ratio compares rounds, each by the geometric mean of its values over the " +
        "scenarios. It need not be the mean of the scenarios' own ratios, which compare the " +
        "values of whole scenarios.",
      leastP: (p) =>
        `With so few repetitions and so many rows no adjusted p here can fall below ${p}, so no ` +
        "row can be faster or slower.",
      alpha: (percent) =>
        `A verdict of faster or slower takes an adjusted p of at most ${percent}.`,
      margin: (percent, level, printed) =>
        `Equivalent means that the interval of ${level} lies within ${percent} of 1; the table ` +
        `prints one of at least ${printed}, where it exists. The margin serves this verdict only: faster and slower go by p.`,
      noMargin: "No margin was set, so nothing can be equivalent.",
      adjusted: "p is adjusted by Holm: the primary metric over the scenarios, all others over " +
        "metrics and scenarios.",
      undecided: "Undecided does not mean equal.",
    },
    below: "less is better",
    above: "more is better",
    axis: "Ratio, second side to first",
    caption: {
      interval: (level) =>
        "Each mark is the ratio of the second side to the first" +
        (level === null ? "." : `, with its interval of ${level}.`),
      shorter: (level) =>
        `Dashed intervals are the widest that exist and attain ${level} at least.`,
      band: (percent, level) =>
        `The band is the margin of ${percent}; equivalent means that the interval of ${level} lies ` +
        "within it, so an end that is drawn may lie outside.",
      unreachable: (rows, all, unit) =>
        `${rows} of ${all} rows ${rows === 1 ? "has" : "have"} too few ${unit} for so low a p.`,
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
    others: "Alle anderen Größen",
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
    notRated: "nicht bewertet",
    decided: ({ metric, verdict, ratio, interval, p, smallestP }) =>
      `${metric} über alle Szenarien: ${verdict}, Verhältnis ${ratio}` +
      `${interval === null ? "" : `, ${interval}`}, ${p} (kleinstes mögliches ${smallestP}).`,
    interval: (low, high, level) => `${low} bis ${high} (${level})`,
    noDecision: (metric) => `${metric} ist die Hauptgröße und entscheidet hier nichts.`,
    undecidable: "Keine Entscheidung.",
    refused: (reasons) => `Die Protokolle lassen sich nicht vergleichen: ${reasons}.`,
    scope: {
      rounds: "Die Urteile gelten nur für diese zwei Läufe: Bei einem Lauf je Seite lässt sich " +
        "eine Änderung nicht von dem Versatz trennen, den zwei Läufe immer haben.",
      runs: "Die Urteile beruhen auf ganzen Läufen, die zwischen den Seiten getauscht werden.",
    },
    leftOut: (scenario, reason) => `Ausgelassen: ${scenario}: ${reason}.`,
    notes: {
      sides: (first, second) => `Erste Seite: ${first}. Zweite Seite: ${second}.`,
      environment: "Was sich unterscheidet, kann die Ursache eines Unterschieds der Werte sein.",
      ratio: "Ein Verhältnis über 1 bedeutet einen größeren Wert auf der zweiten Seite.",
      ratioInterval: "Ein Verhältnis gilt für das ganze Szenario, sein Intervall für die Runden, " +
        "daher haben Größen, die sich in einer Runde gleichen, dasselbe.",
      overall: "Das Verhältnis vergleicht Runden, jede mit dem geometrischen Mittel ihrer Werte " +
        "über die Szenarien. Es muss nicht das Mittel der Verhältnisse der Szenarien sein, denn " +
        "diese vergleichen die Werte ganzer Szenarien.",
      leastP: (p) =>
        "Bei so wenigen Wiederholungen und so vielen Zeilen kann hier kein angepasstes p unter " +
        `${p} fallen, daher kann keine Zeile schneller oder langsamer sein.`,
      alpha: (percent) =>
        `Das Urteil schneller oder langsamer verlangt ein angepasstes p von höchstens ${percent}.`,
      margin: (percent, level, printed) =>
        `Gleichwertig heißt: Das Intervall von ${level} weicht höchstens ${percent} von 1 ab; die ` +
        `Tabelle druckt eines von mindestens ${printed}, wo es das gibt. Die Spanne dient nur diesem Urteil: schneller und ` +
        "langsamer richten sich nach p.",
      noMargin: "Es wurde keine Spanne gesetzt, daher kann nichts gleichwertig sein.",
      adjusted: "p ist nach Holm angepasst: die Hauptgröße über die Szenarien, alle anderen über " +
        "Größen und Szenarien.",
      undecided: "Unentschieden bedeutet nicht, dass beide gleich sind.",
    },
    below: "weniger ist besser",
    above: "mehr ist besser",
    axis: "Verhältnis, zweite Seite zur ersten",
    caption: {
      interval: (level) =>
        "Jedes Zeichen ist das Verhältnis der zweiten Seite zur ersten" +
        (level === null ? "." : ` mit seinem Intervall von ${level}.`),
      shorter: (level) =>
        `Gestrichelte Intervalle sind die weitesten, die es gibt, und erreichen mindestens ${level}.`,
      band: (percent, level) =>
        `Das Band ist die Spanne von ${percent}; gleichwertig heißt, dass das Intervall von ${level} ` +
        "darin liegt, daher kann ein gezeichnetes Ende außerhalb liegen.",
      unreachable: (rows, all, unit) =>
        `${rows} von ${all} Zeilen ${
          rows === 1 ? "hat" : "haben"
        } für ein so kleines p zu wenige ` +
        (unit === "rounds" ? "Runden." : "Läufe."),
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
    others: "Wszystkie inne wielkości",
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
    notRated: "bez oceny",
    decided: ({ metric, verdict, ratio, interval, p, smallestP }) =>
      `${metric} we wszystkich scenariuszach: ${verdict}, stosunek ${ratio}` +
      `${interval === null ? "" : `, ${interval}`}, ${p} (najmniejsze możliwe ${smallestP}).`,
    interval: (low, high, level) => `od ${low} do ${high} (${level})`,
    noDecision: (metric) => `${metric} to wielkość główna, ale niczego tu nie rozstrzyga.`,
    undecidable: "Brak rozstrzygnięcia.",
    refused: (reasons) => `Zapisów nie można porównać: ${reasons}.`,
    scope: {
      rounds:
        "Wyniki dotyczą tylko tych dwóch przebiegów: przy jednym przebiegu na stronę zmiany " +
        "nie da się odróżnić od przesunięcia, które mają każde dwa przebiegi.",
      runs: "Wyniki opierają się na całych przebiegach, zamienianych między stronami.",
    },
    leftOut: (scenario, reason) => `Pominięto: ${scenario}: ${reason}.`,
    notes: {
      sides: (first, second) => `Pierwsza strona: ${first}. Druga strona: ${second}.`,
      environment: "Każda różnica może być przyczyną różnicy wartości.",
      ratio: "Stosunek powyżej 1 oznacza większą wartość po drugiej stronie.",
      ratioInterval: "Stosunek dotyczy całego scenariusza, a jego przedział rund, więc wielkości " +
        "jednakowe w rundzie mają ten sam.",
      overall: "Stosunek porównuje rundy, każdą ze średnią geometryczną jej wartości po " +
        "scenariuszach. Nie musi być średnią stosunków scenariuszy, bo te porównują wartości " +
        "całych scenariuszy.",
      leastP: (p) =>
        "Przy tak niewielu powtórzeniach i tylu wierszach żadne p po korekcie nie może tu spaść " +
        `poniżej ${p}, więc żaden wiersz nie może mieć wyniku szybsza ani wolniejsza.`,
      alpha: (percent) => `Wynik szybsza lub wolniejsza wymaga p po korekcie najwyżej ${percent}.`,
      margin: (percent, level, printed) =>
        `Równoważna oznacza, że przedział ${level} leży w granicach ${percent} wokół 1; tabela ` +
        `podaje przedział co najmniej ${printed}, jeśli istnieje. Margines służy tylko temu wynikowi: o wynikach szybsza i ` +
        "wolniejsza rozstrzyga p.",
      noMargin: "Nie ustalono marginesu, więc nic nie może być równoważne.",
      adjusted: "p po korekcie Holma: wielkość główna w obrębie scenariuszy, wszystkie inne w " +
        "obrębie wielkości i scenariuszy.",
      undecided: "Wynik nierozstrzygnięty nie świadczy o równości.",
    },
    below: "mniej znaczy lepiej",
    above: "więcej znaczy lepiej",
    axis: "Stosunek drugiej strony do pierwszej",
    caption: {
      interval: (level) =>
        "Każdy znak to stosunek drugiej strony do pierwszej" +
        (level === null ? "." : ` z przedziałem ${level}.`),
      shorter: (level) =>
        `Przedziały kreskowane są najszersze z istniejących i osiągają co najmniej ${level}.`,
      band: (percent, level) =>
        `Pas to margines ${percent}; równoważna oznacza, że przedział ${level} leży w nim, więc ` +
        "narysowany koniec może leżeć poza nim.",
      unreachable: (rows, all, unit) =>
        `Na tak małe p jest za mało ${unit === "rounds" ? "rund" : "przebiegów"} w wierszach: ` +
        `${rows} z ${all}.`,
    },
  },
};
