import type { MeasuredScenario } from "../measure/scenario.ts";
import { asOthersPrint } from "../summarize/as_others/as_others.ts";
import { type Caveat, caveats, p99Responses } from "../summarize/as_others/printed.ts";
import type { Language } from "./format.ts";
import { formatSignificant } from "./format_significant.ts";
import { recordWords } from "./record_words.ts";
import { Table } from "./table.ts";

interface Words {
  caption: (scenario: string) => string;
  tool: string;
  name: string;
  value: string;
  unit: string;
  definition: string;
  note: string;
}

/** What may stand between the values, by language; the English ones are the figures' own. */
const caveatWords: Record<Exclude<Language, "en">, Record<Caveat, string>> = {
  de: {
    [caveats.wallClock]: "das Werkzeug stempelt mit der Wanduhr",
    [caveats.inProcess]: "das Werkzeug läuft im Prozess, mit einer Sequenz und leerem Kontext",
    [caveats.inProcessSlots]: "das Werkzeug läuft im Prozess, mit einer Sequenz und leerem " +
      "Kontext; hier teilten sich Slots die Engine",
    [caveats.fewForP99]: "das Werkzeug nennt den Lauf ungültig: Ein 99. Perzentil verlangt " +
      `${p99Responses} Antworten`,
    [caveats.scheduled]: "die Zeit läuft hier vom ersten geplanten Beginn bis zum letzten Ende",
    [caveats.connection]: "das Öffnen der Verbindung wurde nicht gemessen und fehlt",
    [caveats.duration]:
      "die Spanne steht für die Dauer, die das Werkzeug selbst misst; darin ist " +
      "auch sein Wechsel zwischen Aufgaben",
    [caveats.noGaps]: "die Abstände zwischen Ereignissen wurden beim Lesen nicht behalten",
    [caveats.tokenizer]: "das Werkzeug zählt Tokens mit einem eigenen Tokenizer",
  },
  pl: {
    [caveats.wallClock]: "narzędzie używa zegara ściennego",
    [caveats.inProcess]: "narzędzie działa w procesie, z jedną sekwencją i pustym kontekstem",
    [caveats.inProcessSlots]:
      "narzędzie działa w procesie, z jedną sekwencją i pustym kontekstem; " +
      "tutaj sloty dzieliły silnik",
    [caveats.fewForP99]: "narzędzie uznaje przebieg za nieważny: 99. percentyl wymaga " +
      `${p99Responses} odpowiedzi`,
    [caveats.scheduled]: "czas biegnie tu od pierwszego planowanego początku do ostatniego końca",
    [caveats.connection]: "otwarcia połączenia nie zmierzono i jest pominięte",
    [caveats.duration]: "przedział zastępuje czas mierzony przez narzędzie, który obejmuje też " +
      "przełączanie jego zadań",
    [caveats.noGaps]: "odstępów między zdarzeniami nie zachowano przy odczycie",
    [caveats.tokenizer]: "narzędzie liczy tokeny własnym tokenizerem",
  },
};

const words: Record<Language, Words> = {
  en: {
    caption: (scenario) => `${scenario}: figures of this record as other tools define them`,
    tool: "Tool",
    name: "Its name",
    value: "Value",
    unit: "Unit",
    definition: "Definition",
    note: "These are this record's responses under another definition, never that tool's " +
      "measurements.",
  },
  de: {
    caption: (scenario) =>
      `${scenario}: Werte dieses Protokolls, wie andere Werkzeuge sie definieren`,
    tool: "Werkzeug",
    name: "Sein Name",
    value: "Wert",
    unit: "Einheit",
    definition: "Definition",
    note: "Das sind die Antworten dieses Protokolls unter einer anderen Definition, nie " +
      "Messungen jenes Werkzeugs. Namen und Definitionen sind die der Werkzeuge, auf Englisch.",
  },
  pl: {
    caption: (scenario) => `${scenario}: wartości tego zapisu według definicji innych narzędzi`,
    tool: "Narzędzie",
    name: "Jego nazwa",
    value: "Wartość",
    unit: "Jednostka",
    definition: "Definicja",
    note: "To odpowiedzi tego zapisu według innej definicji, nigdy pomiary tamtego narzędzia. " +
      "Nazwy i definicje pochodzą od narzędzi, po angielsku.",
  },
};

/**
 * A scenario under the definitions of other tools, so that a figure from here can be held against a
 * figure from there.
 *
 * @param scenario Read with `keepGaps`; without it the medians of gaps are not there.
 */
export function asOthersTable(scenario: MeasuredScenario, language: Language): Table {
  const own = words[language];
  const printed = asOthersPrint(scenario);
  const caveats = printed.flatMap(({ tool, caveat }) =>
    caveat === null
      ? []
      : [`${tool}: ${language === "en" ? caveat : caveatWords[language][caveat]}.`]
  );
  return new Table({
    id: "as-others",
    language,
    caption: own.caption(scenario.facts.id),
    columns: [
      { id: "tool", head: own.tool },
      { id: "name", head: own.name },
      { id: "value", head: own.value, align: "right" },
      { id: "unit", head: own.unit },
      { id: "definition", head: own.definition },
    ],
    rows: printed.map(({ tool, name, value, unit, definition }) => [
      tool,
      name,
      // the rows have different units, so each has the decimals that it needs
      { value, text: formatSignificant(value, 4, language) },
      unit,
      definition,
    ]),
    notes: [
      own.note,
      ...new Set(caveats),
      ...scenario.status === "unverified" ? [`${recordWords[language].unverified}.`] : [],
    ],
    provenance: [scenario.facts.provenance],
  });
}
