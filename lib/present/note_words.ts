import type { NoteFacts, SummaryNote } from "../summarize/scenario_notes.ts";
import { formatNumber, type Language } from "./format.ts";
import { formatQuantity } from "./format_unit.ts";

const count = (value: number, language: Language) => formatNumber(value, 0, language);
const percent = (share: number, decimals: number, language: Language) =>
  formatQuantity(share * 100, decimals, "%", language);
const ms = (ns: number, decimals: number, language: Language) =>
  formatQuantity(ns / 1e6, decimals, "ms", language);

const counted = (
  range: Extract<NoteFacts, { code: "prompt-estimated" }>["counted"],
  language: Language,
  to: string,
  none: string,
) => range === null ? none : `${count(range.least, language)} ${to} ${count(range.most, language)}`;

type Unknown = Extract<NoteFacts, { code: "unverified" }>["unknown"][number];

const unknown: Record<Exclude<Language, "en">, Record<Unknown, string>> = {
  de: {
    "token-count": "die Zahl der erzeugten Tokens",
    "stop-type": "warum er aufhörte",
    truncated: "ob er kürzte",
    "prompt-count": "die Zahl der verarbeiteten Tokens",
    cache: "was aus dem Cache kam",
    slot: "den Slot",
  },
  pl: {
    "token-count": "liczby wygenerowanych tokenów",
    "stop-type": "powodu zakończenia",
    truncated: "czy coś obciął",
    "prompt-count": "liczby przetworzonych tokenów",
    cache: "co pochodziło z pamięci podręcznej",
    slot: "slotu",
  },
};

/** The sentences by language; the English ones are the summary's own. */
const sentences: Record<Exclude<Language, "en">, (note: NoteFacts) => string> = {
  de: (note) => {
    switch (note.code) {
      case "unverified":
        return `Der Server verrät nicht: ${
          note.unknown.map((each) => unknown.de[each]).join(", ")
        }.`;
      case "prompt-estimated":
        return `Prompts sind Text von geschätzter Länge (in Tokens): ${
          count(note.planned, "de")
        } geplant, vom Server gezählt ${counted(note.counted, "de", "bis", "keine")}.`;
      case "resumed":
        return "Der Lauf wurde unterbrochen und später fortgesetzt: Die thermische Vorgeschichte " +
          "ist eine andere.";
      case "coalesced-events":
        return `${
          percent(note.share, 0, "de")
        } der Abstände zwischen Ereignissen sind 0: Mehrere ` +
          "Ereignisse kamen auf einmal an, die Abstände sprechen also von der Übertragung.";
      case "impossible-timings":
        return `Unmögliche Angaben des Servers: ${note.members.join(", ")} (Antworten: ` +
          `${count(note.responses, "de")}); Raten daraus fehlen.`;
      case "ttft-zero":
        return `Antworten, deren erstes Token auf ihren Beginn fällt: ${
          count(note.responses, "de")
        }; es wurde nicht gemessen.`;
      case "first-response-apart":
        return "Die erste gemessene Antwort wartete " +
          `${
            formatNumber(note.times, 1, "de")
          }-mal so lange auf ihr erstes Token wie die anderen ` +
          "im Median; sie war nicht als Aufwärmen geplant und zählt.";
      case "client-error":
        return `Der eigene Fehler des Clients bei der ${
          note.metric === "ttft" ? "Zeit bis zum ersten Token" : "Antwortzeit"
        }, kalibriert ${note.when === "before" ? "vor" : "nach"} dem Lauf, beträgt ` +
          `${percent(note.share, 1, "de")} des Medians, über der Grenze von ${
            percent(note.limit, 0, "de")
          }: Die Zeit kann um etwa so viel zu lang sein.`;
      case "busy-host":
        return `Der Rechner war ${note.when === "before" ? "vor" : "nach"} dem Lauf ausgelastet: ` +
          `Einer von hundert Zeitgebern kam über ${ms(note.lagNs, 1, "de")} zu spät (Grenze ` +
          `${ms(note.limitNs, 0, "de")}).`;
    }
  },
  pl: (note) => {
    switch (note.code) {
      case "unverified":
        return `Serwer nie ujawnia: ${note.unknown.map((each) => unknown.pl[each]).join(", ")}.`;
      case "prompt-estimated":
        return `Prompty to tekst o szacowanej długości (w tokenach): planowano ${
          count(note.planned, "pl")
        }, serwer policzył ${counted(note.counted, "pl", "do", "żadnych")}.`;
      case "resumed":
        return "Przebieg przerwano i wznowiono później: jego historia termiczna jest inna.";
      case "coalesced-events":
        return `${percent(note.share, 0, "pl")} odstępów między zdarzeniami to 0: zdarzenia ` +
          "przychodziły po kilka naraz, więc odstępy mówią o transmisji.";
      case "impossible-timings":
        return `Niemożliwe wartości podane przez serwer: ${note.members.join(", ")} (odpowiedzi: ` +
          `${count(note.responses, "pl")}); pominięto liczone z nich szybkości.`;
      case "ttft-zero":
        return `Odpowiedzi, których pierwszy token przypada na ich początek: ${
          count(note.responses, "pl")
        }; nie zmierzono go.`;
      case "first-response-apart":
        return "Pierwsza zmierzona odpowiedź czekała na pierwszy token " +
          `${formatNumber(note.times, 1, "pl")} raza tyle, ile wynosi mediana pozostałych; nie ` +
          "zaplanowano jej jako rozgrzewki, więc się liczy.";
      case "client-error":
        return `Własny błąd klienta dla ${
          note.metric === "ttft" ? "czasu do pierwszego tokena" : "czasu odpowiedzi"
        }, skalibrowany ${note.when === "before" ? "przed przebiegiem" : "po przebiegu"}, to ` +
          `${percent(note.share, 1, "pl")} mediany, powyżej granicy ${
            percent(note.limit, 0, "pl")
          }: czas może być o mniej więcej tyle za długi.`;
      case "busy-host":
        return `Komputer był zajęty ${
          note.when === "before" ? "przed przebiegiem" : "po przebiegu"
        }: jeden na sto zegarów spóźnił się o ponad ${ms(note.lagNs, 1, "pl")} (granica ` +
          `${ms(note.limitNs, 0, "pl")}).`;
    }
  },
};

/** A note of a summary as a sentence in the reader's language. */
export function noteText(note: SummaryNote, language: Language): string {
  return language === "en" ? note.message : sentences[language](note);
}
