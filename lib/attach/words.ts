import type { Language } from "../present/format.ts";

/** The words of reports and of the reader's README in one language. */
export interface AttachWords {
  source: string;
  sources: string;
  record: string;
  publication: string;
  cell: string;
  row: string;
  scenario: string;
  responses: string;
  definitions: string;
  files: string;
  unknown: string;
  wholeRecord: string;
  check: string;
  readme: {
    /** Sentences take what they name. */
    intro: (title: string) => string;
    numbers: string;
    checkHead: string;
    checkText: string;
    checkTool: string;
    checkSums: string;
    checkNotebook: string;
    holds: string;
    files: Record<
      | "report"
      | "notebooks"
      | "tables"
      | "figures"
      | "summaries"
      | "audits"
      | "records"
      | "lib"
      | "attachment",
      string
    >;
    limitsHead: string;
    limits: string[];
    csv: string;
    made: (software: string, date: string) => string;
  };
}

/** The words by language. */
export const attachWords: Record<Language, AttachWords> = {
  en: {
    source: "Source",
    sources: "Sources of this table",
    record: "Record",
    publication: "Publication",
    cell: "Notebook cell",
    row: "Row",
    scenario: "Scenario",
    responses: "Responses counted",
    definitions: "Definitions",
    files: "Files",
    unknown: "made by the notebook's own code",
    wholeRecord: "the whole of it",
    check: "Each number leads to its source. How to check them all stands in",
    readme: {
      intro: (title) => `This is the attachment of the article "${title}".`,
      numbers:
        "It holds what every number of the article was computed from, and the sources that computed it.",
      checkHead: "Check it",
      checkText: "Open `data/report.html` in a browser: each number leads to its source.",
      checkTool:
        "With Deno (https://deno.com) this recomputes every table and figure and compares them number by number; nothing needs to be installed, and after the first run no network is needed:",
      checkSums: "Whether a file was changed, without any of our software:",
      checkNotebook: "To execute the notebook again, or to work on with it:",
      holds: "What is inside",
      files: {
        report: "the executed notebook as one page; each number leads to its source",
        notebooks: "the notebook with the outputs of its execution",
        tables: "each table as CSV with a column description, Markdown, HTML, LaTeX and JSON",
        figures: "each figure as SVG (following the reader's setting, light, dark) and PNG",
        summaries: "the unrounded statistics of each record, with definitions, counts, exclusions",
        audits: "the printed figures of each publication held against each other",
        records: "the raw records, each a bag of its own",
        lib: "the sources that computed the numbers",
        attachment: "for programs: each table and figure with its source",
      },
      limitsHead: "What it does not tell",
      limits: [
        "The check shows that the numbers follow from the records. It cannot show that the records were measured as they say.",
        "A PNG can only be compared on a machine with the same fonts; the SVG can be everywhere.",
        "`--execute` runs the code of the notebook with all permissions. Without it nothing of the attachment is run.",
      ],
      csv:
        "A CSV has the decimal mark of its language. Where that is a comma, fields are separated by semicolons. Encoding: UTF-8. Text that a spreadsheet would take for a formula begins with an apostrophe.",
      made: (software, date) => `Made by ${software}, ${date}.`,
    },
  },
  de: {
    source: "Quelle",
    sources: "Quellen dieser Tabelle",
    record: "Protokoll",
    publication: "Veröffentlichung",
    cell: "Notebook-Zelle",
    row: "Zeile",
    scenario: "Szenario",
    responses: "Gezählte Antworten",
    definitions: "Definitionen",
    files: "Dateien",
    unknown: "vom eigenen Code des Notebooks erzeugt",
    wholeRecord: "alles daraus",
    check: "Jede Zahl führt zu ihrer Quelle. Wie man alle prüft, steht in",
    readme: {
      intro: (title) => `Dies ist der Anhang des Artikels „${title}“.`,
      numbers:
        "Er enthält, woraus jede Zahl des Artikels berechnet wurde, und die Quelltexte, die sie berechnet haben.",
      checkHead: "Prüfen",
      checkText: "`data/report.html` im Browser öffnen: Jede Zahl führt zu ihrer Quelle.",
      checkTool:
        "Mit Deno (https://deno.com) berechnet dies jede Tabelle und Abbildung neu und vergleicht Zahl für Zahl; es muss nichts installiert werden, und nach dem ersten Lauf braucht es kein Netz:",
      checkSums: "Ob eine Datei verändert wurde, ganz ohne unsere Software:",
      checkNotebook: "Um das Notebook erneut auszuführen oder damit weiterzuarbeiten:",
      holds: "Inhalt",
      files: {
        report: "das ausgeführte Notebook als eine Seite; jede Zahl führt zu ihrer Quelle",
        notebooks: "das Notebook mit den Ausgaben seiner Ausführung",
        tables: "jede Tabelle als CSV mit Spaltenbeschreibung, Markdown, HTML, LaTeX und JSON",
        figures: "jede Abbildung als SVG (nach Einstellung des Lesers, hell, dunkel) und PNG",
        summaries:
          "die ungerundeten Statistiken jedes Protokolls mit Definitionen, Anzahlen, Ausschlüssen",
        audits: "die gedruckten Werte jeder Veröffentlichung gegeneinander gehalten",
        records: "die rohen Protokolle, jedes ein eigener Bag",
        lib: "die Quelltexte, die die Zahlen berechnet haben",
        attachment: "für Programme: jede Tabelle und Abbildung mit ihrer Quelle",
      },
      limitsHead: "Was er nicht sagt",
      limits: [
        "Die Prüfung zeigt, dass die Zahlen aus den Protokollen folgen. Sie kann nicht zeigen, dass die Protokolle so gemessen wurden, wie sie sagen.",
        "Ein PNG lässt sich nur auf einem Rechner mit denselben Schriften vergleichen, das SVG überall.",
        "`--execute` führt den Code des Notebooks mit allen Rechten aus. Ohne diese Option wird nichts aus dem Anhang ausgeführt.",
      ],
      csv:
        "Eine CSV-Datei hat das Dezimalzeichen ihrer Sprache. Ist es ein Komma, so trennen Semikolons die Felder. Kodierung: UTF-8. Text, den eine Tabellenkalkulation als Formel ausführen würde, beginnt mit einem Apostroph.",
      made: (software, date) => `Erzeugt mit ${software}, ${date}.`,
    },
  },
  pl: {
    source: "Źródło",
    sources: "Źródła tej tabeli",
    record: "Zapis",
    publication: "Publikacja",
    cell: "Komórka notatnika",
    row: "Wiersz",
    scenario: "Scenariusz",
    responses: "Odpowiedzi liczone",
    definitions: "Definicje",
    files: "Pliki",
    unknown: "utworzone przez własny kod notatnika",
    wholeRecord: "całość",
    check: "Każda liczba prowadzi do swojego źródła. Jak sprawdzić wszystkie, opisuje",
    readme: {
      intro: (title) => `To jest załącznik do artykułu „${title}”.`,
      numbers:
        "Zawiera dane, z których obliczono każdą liczbę artykułu, oraz kod źródłowy, który ją obliczył.",
      checkHead: "Sprawdzenie",
      checkText:
        "Otwórz `data/report.html` w przeglądarce: każda liczba prowadzi do swojego źródła.",
      checkTool:
        "Za pomocą Deno (https://deno.com) to polecenie oblicza na nowo każdą tabelę i rysunek oraz porównuje je liczba po liczbie; niczego nie trzeba instalować, a po pierwszym uruchomieniu sieć nie jest potrzebna:",
      checkSums: "Czy któryś plik zmieniono, bez naszego oprogramowania:",
      checkNotebook: "Aby ponownie wykonać notatnik lub dalej z nim pracować:",
      holds: "Zawartość",
      files: {
        report: "wykonany notatnik jako jedna strona; każda liczba prowadzi do swojego źródła",
        notebooks: "notatnik z wynikami jego wykonania",
        tables: "każda tabela jako CSV z opisem kolumn, Markdown, HTML, LaTeX i JSON",
        figures: "każdy rysunek jako SVG (według ustawienia czytelnika, jasny, ciemny) i PNG",
        summaries:
          "niezaokrąglone statystyki każdego zapisu z definicjami, liczebnościami i wykluczeniami",
        audits: "wydrukowane wartości każdej publikacji zestawione ze sobą",
        records: "surowe zapisy, każdy jako osobny bag",
        lib: "kod źródłowy, który obliczył liczby",
        attachment: "dla programów: każda tabela i każdy rysunek ze źródłem",
      },
      limitsHead: "Czego nie mówi",
      limits: [
        "Sprawdzenie pokazuje, że liczby wynikają z zapisów. Nie może pokazać, że zapisy zmierzono tak, jak podają.",
        "Plik PNG można porównać tylko na komputerze z tymi samymi krojami pisma, SVG wszędzie.",
        "`--execute` uruchamia kod notatnika ze wszystkimi uprawnieniami. Bez tej opcji nic z załącznika nie jest uruchamiane.",
      ],
      csv:
        "Plik CSV ma znak dziesiętny swojego języka. Jeśli jest nim przecinek, pola rozdziela średnik. Kodowanie: UTF-8. Tekst, który arkusz wziąłby za formułę, zaczyna się apostrofem.",
      made: (software, date) => `Utworzono programem ${software}, ${date}.`,
    },
  },
};
