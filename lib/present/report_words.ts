import type { Language } from "./format.ts";

interface ReportWords {
  title: string;
  figures: string;
  effect: string;
  attempts: string;
  run: string;
  check: string;
  checkText: string;
  notebooks: string;
  limits: string;
  limitsText: string[];
}

/** The words of a report's page, by language. */
export const reportWords: Record<Language, ReportWords> = {
  en: {
    title: "How fast did the server answer?",
    figures: "The figures",
    effect: "What a longer prompt costs",
    attempts: "What did not complete",
    run: "The run",
    check: "Check it",
    checkText:
      "Every number above is recomputed from the raw responses of one record. These commands verify that the record is complete and unchanged, and compute the numbers again.",
    notebooks: "The same in notebooks, with their code:",
    limits: "What it does not tell",
    limitsText: [
      "The numbers speak of this engine, model and host, and of fixed lengths of prompt and answer.",
      "Client and server are on one host: no network is in the times.",
      "A few rounds say nothing of rare delays, and a median is no promise.",
      "Four requests at once are not four users.",
    ],
  },
  de: {
    title: "Wie schnell hat der Server geantwortet?",
    figures: "Die Werte",
    effect: "Was eine längere Eingabe kostet",
    attempts: "Was nicht abgeschlossen wurde",
    run: "Der Lauf",
    check: "Nachprüfen",
    checkText:
      "Jeder Wert oben ist aus den Rohdaten eines Protokolls neu berechnet. Diese Befehle prüfen, ob das Protokoll vollständig und unverändert ist, und berechnen die Werte noch einmal.",
    notebooks: "Dasselbe in Notebooks, mit ihrem Code:",
    limits: "Was es nicht sagt",
    limitsText: [
      "Die Werte gelten für diese Engine, dieses Modell und diesen Rechner und für feste Längen von Eingabe und Antwort.",
      "Client und Server laufen auf einem Rechner: In den Zeiten steckt kein Netzwerk.",
      "Wenige Runden sagen nichts über seltene Verzögerungen, und ein Median verspricht nichts.",
      "Vier gleichzeitige Anfragen sind nicht vier Benutzer.",
    ],
  },
  pl: {
    title: "Jak szybko odpowiadał serwer?",
    figures: "Wartości",
    effect: "Ile kosztuje dłuższy prompt",
    attempts: "Czego nie ukończono",
    run: "Przebieg",
    check: "Sprawdzenie",
    checkText:
      "Każdą wartość powyżej przeliczono z surowych odpowiedzi jednego zapisu. Te polecenia sprawdzają, czy zapis jest kompletny i niezmieniony, i liczą wartości jeszcze raz.",
    notebooks: "To samo w notatnikach, z ich kodem:",
    limits: "Czego to nie mówi",
    limitsText: [
      "Wartości dotyczą tego silnika, modelu i komputera oraz stałych długości promptu i odpowiedzi.",
      "Klient i serwer działają na jednym komputerze: czasy nie obejmują sieci.",
      "Kilka rund nie mówi nic o rzadkich opóźnieniach, a mediana niczego nie gwarantuje.",
      "Cztery równoległe zapytania to nie czterech użytkowników.",
    ],
  },
};
