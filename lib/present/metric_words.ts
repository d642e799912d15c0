import { metricById } from "../measure/catalogue.ts";
import type { Language } from "./format.ts";

/** Names of the catalogue's metrics; the English ones are the catalogue's own. */
const names: Record<Exclude<Language, "en">, Record<string, string>> = {
  de: {
    "ttft": "Zeit bis zum ersten Token",
    "time-to-first-visible": "Zeit bis zum ersten sichtbaren Token",
    "response-time": "Antwortzeit",
    "decode-rate": "Dekodierrate",
    "response-rate": "Antwortrate",
    "time-per-output-token": "Zeit je Ausgabe-Token",
    "inter-event-gap": "Abstand zwischen Ereignissen (Median einer Antwort)",
    "queue-time": "Wartezeit",
    "server-prompt-rate": "Eingaberate (Server)",
    "server-decode-rate-tokens": "Dekodierrate (Server, über Tokens)",
    "server-decode-rate-steps": "Dekodierrate (Server, über Schritte)",
    "server-decode-rate-printed": "Dekodierrate (Server, wie gedruckt)",
    "round-rate": "Rundenrate",
    "throughput-mean-of-rounds": "Durchsatz (Mittel der Rundenraten)",
    "throughput-union": "Durchsatz (Tokens über die Vereinigung der Fenster)",
    "throughput-span": "Durchsatz (Tokens über die Spanne)",
    "concurrency-reached": "Erreichte Parallelität",
    "energy-per-token": "Energie je Token",
    "energy-per-response": "Energie je Antwort",
    "temperature-at-start": "Temperatur zu Beginn",
  },
  pl: {
    "ttft": "Czas do pierwszego tokena",
    "time-to-first-visible": "Czas do pierwszego widocznego tokena",
    "response-time": "Czas odpowiedzi",
    "decode-rate": "Szybkość dekodowania",
    "response-rate": "Szybkość odpowiedzi",
    "time-per-output-token": "Czas na token wyjścia",
    "inter-event-gap": "Odstęp między zdarzeniami (mediana odpowiedzi)",
    "queue-time": "Czas oczekiwania",
    "server-prompt-rate": "Szybkość przetwarzania wejścia (serwer)",
    "server-decode-rate-tokens": "Szybkość dekodowania (serwer, według tokenów)",
    "server-decode-rate-steps": "Szybkość dekodowania (serwer, według kroków)",
    "server-decode-rate-printed": "Szybkość dekodowania (serwer, jak podaje)",
    "round-rate": "Przepustowość rundy",
    "throughput-mean-of-rounds": "Przepustowość (średnia rund)",
    "throughput-union": "Przepustowość (tokeny przez sumę mnogościową okien)",
    "throughput-span": "Przepustowość (tokeny przez cały przedział czasu)",
    "concurrency-reached": "Osiągnięta równoległość",
    "energy-per-token": "Energia na token",
    "energy-per-response": "Energia na odpowiedź",
    "temperature-at-start": "Temperatura na początku",
  },
};

/**
 * The name of a metric of the catalogue in the reader's language.
 *
 * @throws {RangeError} When the catalogue has no such metric.
 */
export function metricName(id: string, language: Language): string {
  const { name } = metricById(id);
  return language === "en" ? name : names[language][id] ?? name;
}
