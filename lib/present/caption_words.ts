import type { Language } from "./format.ts";

/** The sentences beneath figures. */
export interface CaptionWords {
  /** The last words that the names of all models share, which the figure does not repeat. */
  ending: (ending: string) => string;
  /** What the number of `×4` is. */
  concurrency: string;
  dashed: string;
  /** How many responses a scenario has, by its requests at once. */
  responses: (parts: readonly string[]) => string;
  with: (responses: string, requests: number) => string;
  rows: string;
  /** Of a plot with a dot, or with a step, for each response. */
  dots: (responses: string) => string;
  step: string;
  steps: (responses: string) => string;
  /** Of a plot whose bars are intervals, with the level or levels that they attain. */
  intervals: (levels: string) => string;
  /** How many completed scenarios a plot leaves out. */
  notDrawn: (count: number) => string;
  /** Of the throughput of a soak, how many rounds a point is of. */
  points: (rounds: string) => string;
  sensors: (seconds: string) => string;
  /** Of a soak with more responses than can be told apart. */
  extremes: (responses: string) => string;
  axes: string;
}

/** The sentences by language. */
export const captionWords: Record<Language, CaptionWords> = {
  en: {
    ending: (ending) => `${ending} is left out of each model's name.`,
    concurrency: "The number after × is that of requests at once.",
    dashed: "Lines are solid for one request and dashed for several at once.",
    responses: (parts) => `Responses per scenario: ${parts.join(", ")}.`,
    with: (responses, requests) =>
      `${responses} with ${requests}\u00a0${requests === 1 ? "request" : "requests"}`,
    rows: "Each dot is a response, and the line is the median of its row.",
    dots: (responses) => `Each dot is one of ${responses}.`,
    step: "Each step is a response.",
    steps: (responses) => `Each step is one of ${responses}.`,
    intervals: (levels) => `Bars are intervals with an attained level of ${levels}.`,
    notDrawn: (count) => `Completed scenarios not drawn, since a value is missing: ${count}.`,
    points: (rounds) => `Each of its points stands for ${rounds}.`,
    sensors: (seconds) => `Power is the mean and temperature the highest of each ${seconds}.`,
    extremes: (responses) =>
      `Of ${responses} the shortest, the middle and the longest of each stretch are drawn.`,
    axes: "The vertical axes show the range that occurred and need not begin at zero.",
  },
  de: {
    ending: (ending) => `In den Modellnamen ist ${ending} weggelassen.`,
    concurrency: "Die Zahl hinter × ist die der gleichzeitigen Anfragen.",
    dashed:
      "Linien sind bei einer Anfrage durchgezogen und bei mehreren gleichzeitigen gestrichelt.",
    responses: (parts) => `Antworten je Szenario: ${parts.join(", ")}.`,
    with: (responses, requests) =>
      `${responses} bei ${requests}\u00a0${requests === 1 ? "Anfrage" : "Anfragen"}`,
    rows: "Jeder Punkt ist eine Antwort, die Linie ist der Median ihrer Zeile.",
    dots: (responses) => `Jeder Punkt ist eine von ${responses}.`,
    step: "Jede Stufe ist eine Antwort.",
    steps: (responses) => `Jede Stufe ist eine von ${responses}.`,
    intervals: (levels) => `Balken sind Intervalle mit einem erreichten Niveau von ${levels}.`,
    notDrawn: (count) => `Nicht gezeichnete Szenarien, da ein Wert fehlt: ${count}.`,
    points: (rounds) => `Jeder seiner Punkte steht für ${rounds}.`,
    sensors: (seconds) =>
      `Die Leistungsaufnahme ist das Mittel, die Temperatur der höchste Wert aus je ${seconds}.`,
    extremes: (responses) =>
      `Von ${responses} sind die kürzeste, die mittlere und die längste jedes Abschnitts gezeichnet.`,
    axes: "Die senkrechten Achsen zeigen den Bereich der Werte und müssen nicht bei null beginnen.",
  },
  pl: {
    ending: (ending) => `W nazwach modeli pominięto ${ending}.`,
    concurrency: "Liczba po × to liczba równoległych zapytań.",
    dashed: "Linie są ciągłe dla jednego zapytania, a przerywane dla kilku równoległych.",
    responses: (parts) => `Odpowiedzi w scenariuszu: ${parts.join(", ")}.`,
    with: (responses, requests) =>
      `${responses} przy ${requests}\u00a0${requests === 1 ? "zapytaniu" : "zapytaniach"}`,
    rows: "Każda kropka to jedna odpowiedź, a linia to mediana jej wiersza.",
    dots: (responses) => `Każda kropka to jedna z ${responses}.`,
    step: "Każdy stopień to jedna odpowiedź.",
    steps: (responses) => `Każdy stopień to jedna z ${responses}.`,
    intervals: (levels) => `Słupki to przedziały o osiągniętym poziomie ${levels}.`,
    notDrawn: (count) => `Scenariusze pominięte z powodu brakującej wartości: ${count}.`,
    points: (rounds) => `Każdy jej punkt to ${rounds}.`,
    sensors: (seconds) =>
      `Moc jest średnią, a temperatura najwyższą wartością z każdych ${seconds}.`,
    extremes: (responses) =>
      `Z ${responses} narysowano najkrótszą, środkową i najdłuższą każdego odcinka.`,
    axes: "Osie pionowe pokazują zakres wartości i nie muszą zaczynać się od zera.",
  },
};
