import { articleWords } from "../article_words.ts";
import type { Language } from "../format.ts";
import { formatPercent } from "../format_percent.ts";
import { formatQuantity, unitName } from "../format_unit.ts";
import { metricName } from "../metric_words.ts";
import { scenarioLabel } from "../scenario_names.ts";

/** The words on axes and in titles, in the reader's language. */
export interface PlotWords extends ReturnType<typeof common> {
  share: string;
  median: string;
  power: string;
  temperature: string;
  /** Titles of axes of time. */
  sinceRound: string;
  sinceStart: string;
  waiting: string;
  reading: string;
  generating: string;
  /** In the place of a plot that has nothing to show. */
  noData: string;
  titles: Record<"latency" | "responses" | "promptLength" | "ecdf" | "timeline" | "soak", string>;
  /** What a caption says of where its numbers come from; a measurement needs no word. */
  sources: Record<"measured" | "simulated" | "published", string | null>;
  /** What stands in the picture itself of a simulation. */
  simulated: string;
}

/** Units and names that tables have too, and numbers with a unit, as axes and labels have them. */
function common(language: Language) {
  const { quantity, prompt } = articleWords[language];
  return {
    ttft: quantity.ttftMedianSeconds,
    response: quantity.responseMedianSeconds,
    throughput: quantity.outputTokensPerSecond,
    promptTokens: prompt,
    firstToken: metricName("ttft", language),
    responseTime: metricName("response-time", language),
    seconds: "s",
    minutes: "min",
    hours: "h",
    tokensPerSecond: unitName("tokens/s", language),
    requests: (count: number) => formatQuantity(count, 0, "requests", language),
    percent: (share: number) => formatPercent(share, language),
    scenario: (promptTokens: number, concurrency: number) =>
      scenarioLabel({ promptTokens, concurrency }, language),
  };
}

export const plotWords: Record<Language, PlotWords> = {
  en: {
    ...common("en"),
    share: "Share of responses",
    median: "median",
    power: "Power (W)",
    temperature: "Temperature (°C)",
    sinceRound: "Time since the start of the round",
    sinceStart: "Time since the start",
    waiting: "waiting for its turn",
    reading: "prompt",
    generating: "generating",
    noData: "no data",
    titles: {
      latency: "Latency against throughput",
      responses: "Every response and the median",
      promptLength: "Effect of prompt length",
      ecdf: "Share of responses done by a time",
      timeline: "Who waited for whom in a round",
      soak: "The soak over time",
    },
    sources: {
      measured: null,
      simulated: "SIMULATED: all times are those of a model.",
      published: "All numbers are as the publication prints them; it has no raw values.",
    },
    simulated: "SIMULATED: from a model of timings, nothing was measured.",
  },
  de: {
    ...common("de"),
    share: "Anteil der Antworten",
    median: "Median",
    power: "Leistungsaufnahme (W)",
    temperature: "Temperatur (°C)",
    sinceRound: "Zeit seit Beginn der Runde",
    sinceStart: "Zeit seit Beginn",
    waiting: "Warten auf Bearbeitung",
    reading: "Eingabe",
    generating: "Erzeugen",
    noData: "keine Daten",
    titles: {
      latency: "Latenz gegen Durchsatz",
      responses: "Jede Antwort und der Median",
      promptLength: "Effekt der Eingabelänge",
      ecdf: "Anteil der bis dahin fertigen Antworten",
      timeline: "Wer in einer Runde auf wen wartete",
      soak: "Der Dauerlauf im Zeitverlauf",
    },
    sources: {
      measured: null,
      simulated: "SIMULIERT: Alle Zeiten sind die eines Modells.",
      published: "Alle Werte stehen so in der Veröffentlichung; Rohwerte enthält sie nicht.",
    },
    simulated: "SIMULIERT: aus einem Zeitmodell, nichts davon wurde gemessen.",
  },
  pl: {
    ...common("pl"),
    share: "Odsetek odpowiedzi",
    median: "mediana",
    power: "Moc (W)",
    temperature: "Temperatura (°C)",
    sinceRound: "Czas od początku rundy",
    sinceStart: "Czas od początku",
    waiting: "czekanie na swoją kolej",
    reading: "prompt",
    generating: "generowanie",
    noData: "brak danych",
    titles: {
      latency: "Opóźnienie a przepustowość",
      responses: "Każda odpowiedź i mediana",
      promptLength: "Wpływ długości wejścia",
      ecdf: "Odsetek odpowiedzi ukończonych do danej chwili",
      timeline: "Kto na kogo czekał w rundzie",
      soak: "Próba długotrwała w czasie",
    },
    sources: {
      measured: null,
      simulated: "SYMULACJA: wszystkie czasy pochodzą z modelu.",
      published: "Wszystkie wartości podano za publikacją, która nie zawiera danych surowych.",
    },
    simulated: "SYMULACJA: z modelu czasów, niczego nie zmierzono.",
  },
};
