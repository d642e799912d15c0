/** The words that a page itself needs, as opposed to its text. */
export interface PageWords {
  contents: string;
  skip: string;
  code: string;
  output: string;
  table: string;
  image: string;
  /** Stands before the address of an image that the page does not hold. */
  imageLeftOut: string;
  /** Stands in place of a form of output that a page cannot show. */
  noForm: string;
}

const english: PageWords = {
  contents: "Contents",
  skip: "Skip to the text",
  code: "Code",
  output: "Output",
  table: "Table",
  image: "Image without a description",
  imageLeftOut: "Image left out:",
  noForm: "This output has no form that a page can show.",
};

const words: Record<string, PageWords> = {
  en: english,
  de: {
    contents: "Inhalt",
    skip: "Zum Text springen",
    code: "Code",
    output: "Ausgabe",
    table: "Tabelle",
    image: "Bild ohne Beschreibung",
    imageLeftOut: "Bild ausgelassen:",
    noForm: "Diese Ausgabe hat keine Form, die eine Seite zeigen kann.",
  },
  pl: {
    contents: "Spis treści",
    skip: "Przejdź do tekstu",
    code: "Kod",
    output: "Wynik",
    table: "Tabela",
    image: "Obraz bez opisu",
    imageLeftOut: "Pominięty obraz:",
    noForm: "Ten wynik nie ma postaci, którą strona może pokazać.",
  },
};

/** The words for a BCP 47 tag; English for a language that is not known. */
export function pageWords(language: string): PageWords {
  return words[language.toLowerCase().split("-")[0]] ?? english;
}
