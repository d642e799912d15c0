import type { Language } from "./format.ts";

/** The words of the timeline of a round. */
export interface TimelineWords {
  request: (place: number) => string;
  round: (round: number) => string;
  /** One request in words: its first token and its end. */
  bar: (request: string, firstToken: string, end: string) => string;
  /** Which round is drawn: one by its number, or the middle one. */
  caption: (round: number | null) => string;
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
    caption: (round) =>
      "Each scenario with several requests at once is shown by " +
      (round === null ? "the middle one of its rounds." : `its round ${round}.`),
    unseen: "The server does not tell when it turned to a request, so the wait for its turn is " +
      "part of the prompt's time.",
    cut: (drawn, all) => `The first ${drawn} of ${all} scenarios with several requests are drawn.`,
    none: "No scenario with several requests at once completed.",
  },
  de: {
    request: (place) => `Anfrage ${place}`,
    round: (round) => `Runde ${round}`,
    bar: (request, firstToken, end) => `${request} erstes Token bei ${firstToken}, Ende bei ${end}`,
    caption: (round) =>
      "Jedes Szenario mit mehreren gleichzeitigen Anfragen ist durch " +
      (round === null
        ? "die mittlere seiner Runden vertreten."
        : `seine Runde ${round} vertreten.`),
    unseen:
      "Der Server sagt nicht, wann er sich einer Anfrage zuwandte. Bis sie an der Reihe ist, " +
      "zählt ihr Warten daher zur Zeit der Eingabe.",
    cut: (drawn, all) =>
      `Gezeichnet sind die ersten ${drawn} von ${all} Szenarien mit mehreren Anfragen.`,
    none: "Kein Szenario mit mehreren gleichzeitigen Anfragen wurde vollständig gemessen.",
  },
  pl: {
    request: (place) => `zapytanie ${place}`,
    round: (round) => `runda ${round}`,
    bar: (request, firstToken, end) =>
      `${request} pierwszy token po ${firstToken}, koniec po ${end}`,
    caption: (round) =>
      "Każdy scenariusz z kilkoma jednoczesnymi zapytaniami reprezentuje " +
      (round === null ? "środkowa z jego rund." : `jego runda ${round}.`),
    unseen: "Serwer nie podaje, kiedy zajął się zapytaniem, więc czekanie na swoją kolej mieści " +
      "się w czasie promptu.",
    cut: (drawn, all) =>
      `Narysowano pierwsze scenariusze z kilkoma zapytaniami: ${drawn} z ${all}.`,
    none: "Żaden scenariusz z kilkoma jednoczesnymi zapytaniami nie został ukończony.",
  },
};
