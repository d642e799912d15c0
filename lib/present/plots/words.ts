import type { Language } from "../format.ts";

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
  tokens: string;
  share: string;
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
    tokensPerSecond: "tokens/s",
    promptTokens: "Prompt tokens",
    tokens: "tokens",
    share: "Share of responses",
    hours: "h",
    minutes: "min",
    power: "Power (W)",
    temperature: "Temperature (°C)",
    waiting: "waiting for a slot",
    reading: "prompt",
    generating: "generating",
    requests: (count) => count === 1 ? "1 request" : `${count} requests`,
    noData: "no data",
    titles: {
      latency: "Latency against throughput",
      responses: "Every response under its median",
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
    tokensPerSecond: "Tokens/s",
    promptTokens: "Eingabe-Tokens",
    tokens: "Tokens",
    share: "Anteil der Antworten",
    hours: "h",
    minutes: "min",
    power: "Leistungsaufnahme (W)",
    temperature: "Temperatur (°C)",
    waiting: "Warten auf einen Slot",
    reading: "Eingabe",
    generating: "Erzeugen",
    requests: (count) => count === 1 ? "1 Anfrage" : `${count} Anfragen`,
    noData: "keine Daten",
    titles: {
      latency: "Latenz gegen Durchsatz",
      responses: "Jede Antwort unter ihrem Median",
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
    tokensPerSecond: "tokena/s",
    promptTokens: "Tokeny wejścia",
    tokens: "tokenów",
    share: "Odsetek odpowiedzi",
    hours: "h",
    minutes: "min",
    power: "Moc (W)",
    temperature: "Temperatura (°C)",
    waiting: "czekanie na slot",
    reading: "prompt",
    generating: "generowanie",
    requests: (count) =>
      count === 1
        ? "1 zapytanie"
        : count % 10 >= 2 && count % 10 <= 4 && (count % 100 < 12 || count % 100 > 14)
        ? `${count} zapytania`
        : `${count} zapytań`,
    noData: "brak danych",
    titles: {
      latency: "Opóźnienie a przepustowość",
      responses: "Każda odpowiedź pod swoją medianą",
      promptLength: "Wpływ długości promptu",
      ecdf: "Odsetek odpowiedzi ukończonych do danej chwili",
      timeline: "Kto na kogo czekał w rundzie",
      soak: "Test długotrwały w czasie",
    },
    sources: {
      measured: null,
      simulated: "SYMULACJA: z modelu czasów, niczego nie zmierzono.",
      published: "Wartości opublikowane: drukowane mediany, bez danych surowych.",
    },
  },
};
