import type { Language } from "./format.ts";
import type { Provenance } from "./table.ts";

const words: Record<Language, Record<Provenance["kind"], string>> = {
  en: {
    measured: "measured",
    simulated: "simulated",
    published: "published",
    external: "from another tool",
  },
  de: {
    measured: "gemessen",
    simulated: "simuliert",
    published: "veröffentlicht",
    external: "aus einem anderen Werkzeug",
  },
  pl: {
    measured: "zmierzone",
    simulated: "symulowane",
    published: "opublikowane",
    external: "z innego narzędzia",
  },
};

/** What stands under a table that has no rows and no sentence of its own for that. */
export const noRows: Record<Language, string> = {
  en: "No row.",
  de: "Keine Zeile.",
  pl: "Brak wierszy.",
};

/** A kind of provenance in the reader's language. */
export function provenanceWord(kind: Provenance["kind"], language: Language): string {
  return words[language][kind];
}
