import { formatNumber, type Language } from "../format.ts";
import { formatPercent } from "../format_percent.ts";
import { formatQuantity, unitName } from "../format_unit.ts";

/** The words on axes and in titles, in the reader's language. */
export interface PlotWords extends ReturnType<typeof units> {
  ttft: string;
  response: string;
  firstToken: string;
  responseTime: string;
  throughput: string;
  promptTokens: string;
  share: string;
  power: string;
  temperature: string;
  waiting: string;
  reading: string;
  generating: string;
  /** In the place of a plot that has nothing to show. */
  noData: string;
  titles: Record<"latency" | "responses" | "promptLength" | "ecdf" | "timeline" | "soak", string>;
  /** What a figure says of where its numbers come from; a measurement needs no word. */
  sources: Record<"measured" | "simulated" | "published", string | null>;
}

/** Units, and numbers with a unit, as axes and labels have them. */
function units(language: Language) {
  return {
    seconds: "s",
    minutes: "min",
    hours: "h",
    tokensPerSecond: unitName("tokens/s", language),
    count: (count: number) => formatNumber(count, 0, language),
    tokens: (count: number) => formatQuantity(count, 0, "tokens", language),
    requests: (count: number) => formatQuantity(count, 0, "requests", language),
    percent: (share: number) => formatPercent(share, language),
  };
}

export const plotWords: Record<Language, PlotWords> = {
  en: {
    ...units("en"),
    ttft: "Time to first token, median",
    response: "Response time, median",
    firstToken: "Time to first token",
    responseTime: "Response time",
    throughput: "Throughput of the group",
    promptTokens: "Prompt tokens",
    share: "Share of responses",
    power: "Power (W)",
    temperature: "Temperature (°C)",
    waiting: "waiting for a slot",
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
      simulated: "SIMULATED: from a model of timings, nothing was measured.",
      published: "Published figures: printed medians, no raw values.",
    },
  },
  de: {
    ...units("de"),
    ttft: "Zeit bis zum ersten Token, Median",
    response: "Antwortzeit, Median",
    firstToken: "Zeit bis zum ersten Token",
    responseTime: "Antwortzeit",
    throughput: "Durchsatz der Gruppe",
    promptTokens: "Eingabe-Tokens",
    share: "Anteil der Antworten",
    power: "Leistungsaufnahme (W)",
    temperature: "Temperatur (°C)",
    waiting: "Warten auf einen Slot",
    reading: "Eingabe",
    generating: "Erzeugen",
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
    ...units("pl"),
    ttft: "Czas do pierwszego tokena, mediana",
    response: "Czas odpowiedzi, mediana",
    firstToken: "Czas do pierwszego tokena",
    responseTime: "Czas odpowiedzi",
    throughput: "Przepustowość grupy",
    promptTokens: "Tokeny wejścia",
    share: "Odsetek odpowiedzi",
    power: "Moc (W)",
    temperature: "Temperatura (°C)",
    waiting: "czekanie na slot",
    reading: "prompt",
    generating: "generowanie",
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
