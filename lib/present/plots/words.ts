import type { Language } from "../format.ts";
import { formatPercent } from "../format_percent.ts";
import { formatQuantity, unitName } from "../format_unit.ts";

/** The words on axes and in titles, in the reader's language. */
export interface PlotWords {
  ttft: string;
  response: string;
  firstToken: string;
  responseTime: string;
  throughput: string;
  seconds: string;
  tokensPerSecond: string;
  promptTokens: string;
  tokens: (count: number) => string;
  share: string;
  percent: (share: number) => string;
  hours: string;
  minutes: string;
  power: string;
  temperature: string;
  waiting: string;
  reading: string;
  generating: string;
  requests: (count: number) => string;
  /** In the place of a plot that has nothing to show. */
  noData: string;
  titles: Record<"latency" | "responses" | "promptLength" | "ecdf" | "timeline" | "soak", string>;
  /** What a figure says of where its numbers come from; a measurement needs no word. */
  sources: Record<"measured" | "simulated" | "published", string | null>;
}

export const plotWords: Record<Language, PlotWords> = {
  en: {
    ttft: "Time to first token, median",
    response: "Response time, median",
    firstToken: "Time to first token",
    responseTime: "Response time",
    throughput: "Throughput of the group",
    seconds: "s",
    tokensPerSecond: unitName("tokens/s", "en"),
    promptTokens: "Prompt tokens",
    tokens: (count) => formatQuantity(count, 0, "tokens", "en"),
    share: "Share of responses",
    percent: (share) => formatPercent(share, "en"),
    hours: "h",
    minutes: "min",
    power: "Power (W)",
    temperature: "Temperature (°C)",
    waiting: "waiting for a slot",
    reading: "prompt",
    generating: "generating",
    requests: (count) => formatQuantity(count, 0, "requests", "en"),
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
      simulated: "SIMULATED: from a model of timings, nothing was measured.",
      published: "Published figures: printed medians, no raw values.",
    },
  },
  de: {
    ttft: "Zeit bis zum ersten Token, Median",
    response: "Antwortzeit, Median",
    firstToken: "Zeit bis zum ersten Token",
    responseTime: "Antwortzeit",
    throughput: "Durchsatz der Gruppe",
    seconds: "s",
    tokensPerSecond: unitName("tokens/s", "de"),
    promptTokens: "Eingabe-Tokens",
    tokens: (count) => formatQuantity(count, 0, "tokens", "de"),
    share: "Anteil der Antworten",
    percent: (share) => formatPercent(share, "de"),
    hours: "h",
    minutes: "min",
    power: "Leistungsaufnahme (W)",
    temperature: "Temperatur (°C)",
    waiting: "Warten auf einen Slot",
    reading: "Eingabe",
    generating: "Erzeugen",
    requests: (count) => formatQuantity(count, 0, "requests", "de"),
    noData: "keine Daten",
    titles: {
      latency: "Latenz gegen Durchsatz",
      responses: "Jede Antwort und der Median",
      promptLength: "Wirkung der Eingabelänge",
      ecdf: "Anteil der bis dahin fertigen Antworten",
      timeline: "Wer in einer Runde auf wen wartete",
      soak: "Der Dauerlauf im Zeitverlauf",
    },
    sources: {
      measured: null,
      simulated: "SIMULIERT: aus einem Zeitmodell, nichts davon wurde gemessen.",
      published: "Veröffentlichte Werte: gedruckte Mediane, keine Rohdaten.",
    },
  },
  pl: {
    ttft: "Czas do pierwszego tokena, mediana",
    response: "Czas odpowiedzi, mediana",
    firstToken: "Czas do pierwszego tokena",
    responseTime: "Czas odpowiedzi",
    throughput: "Przepustowość grupy",
    seconds: "s",
    tokensPerSecond: unitName("tokens/s", "pl"),
    promptTokens: "Tokeny wejścia",
    tokens: (count) => formatQuantity(count, 0, "tokens", "pl"),
    share: "Odsetek odpowiedzi",
    percent: (share) => formatPercent(share, "pl"),
    hours: "h",
    minutes: "min",
    power: "Moc (W)",
    temperature: "Temperatura (°C)",
    waiting: "czekanie na slot",
    reading: "prompt",
    generating: "generowanie",
    requests: (count) => formatQuantity(count, 0, "requests", "pl"),
    noData: "brak danych",
    titles: {
      latency: "Opóźnienie a przepustowość",
      responses: "Każda odpowiedź i mediana",
      promptLength: "Wpływ długości promptu",
      ecdf: "Odsetek odpowiedzi ukończonych do danej chwili",
      timeline: "Kto na kogo czekał w rundzie",
      soak: "Próba długotrwała w czasie",
    },
    sources: {
      measured: null,
      simulated: "SYMULACJA: z modelu czasów, niczego nie zmierzono.",
      published: "Wartości opublikowane: drukowane mediany, bez danych surowych.",
    },
  },
};
