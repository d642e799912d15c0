import type { Language } from "./format.ts";

/** The words of the timeline of a round. */
export interface TimelineWords {
  request: (place: number) => string;
  round: (round: number) => string;
  /** One request in words: its first token and its end. */
  bar: (request: string, firstToken: string, end: string) => string;
  caption: string;
  unseen: string;
  /** How many of the scenarios that could be drawn are. */
  cut: (drawn: number, all: number) => string;
  /** Where no scenario with several requests at once completed. */
  none: string;
}

/** The words by language. */
export const timelineWords: Record<Language, TimelineWords> = {
  en: {
    request: (place) => `request ${place}`,
    round: (round) => `round ${round}`,
    bar: (request, firstToken, end) => `${request} first token at ${firstToken}, end at ${end}`,
    caption: "Time from the start of the round; one round of each scenario.",
    unseen: "The server does not tell when a slot turned to a request, so a wait for a slot is " +
      "part of the prompt's time.",
    cut: (drawn, all) => `The first ${drawn} of ${all} scenarios with several requests are drawn.`,
    none: "No scenario with several requests at once completed.",
  },
  de: {
    request: (place) => `Anfrage ${place}`,
    round: (round) => `Runde ${round}`,
    bar: (request, firstToken, end) => `${request} erstes Token bei ${firstToken}, Ende bei ${end}`,
    caption: "Zeit ab Beginn der Runde; eine Runde je Szenario.",
    unseen:
      "Der Server sagt nicht, wann sich ein Slot einer Anfrage zuwandte. Ein Warten auf den " +
      "Slot ist daher in der Zeit der Eingabe enthalten.",
    cut: (drawn, all) =>
      `Gezeichnet sind die ersten ${drawn} von ${all} Szenarien mit mehreren Anfragen.`,
    none: "Kein Szenario mit mehreren gleichzeitigen Anfragen wurde vollständig gemessen.",
  },
  pl: {
    request: (place) => `zapytanie ${place}`,
    round: (round) => `runda ${round}`,
    bar: (request, firstToken, end) =>
      `${request} pierwszy token po ${firstToken}, koniec po ${end}`,
    caption: "Czas od początku rundy; jedna runda z każdego scenariusza.",
    unseen: "Serwer nie podaje, kiedy slot zajął się zapytaniem, więc oczekiwanie na slot mieści " +
      "się w czasie promptu.",
    cut: (drawn, all) =>
      `Narysowano pierwsze scenariusze z kilkoma zapytaniami: ${drawn} z ${all}.`,
    none: "Żaden scenariusz z kilkoma jednoczesnymi zapytaniami nie został ukończony.",
  },
};
