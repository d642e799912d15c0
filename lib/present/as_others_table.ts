import type { MeasuredScenario } from "../measure/scenario.ts";
import { asOthersPrint } from "../summarize/as_others/as_others.ts";
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
      "Messungen jenes Werkzeugs. Namen und Definitionen sind die der Werkzeuge.",
  },
  pl: {
    caption: (scenario) => `${scenario}: wartości tego zapisu według definicji innych narzędzi`,
    tool: "Narzędzie",
    name: "Jego nazwa",
    value: "Wartość",
    unit: "Jednostka",
    definition: "Definicja",
    note: "To odpowiedzi tego zapisu według innej definicji, nigdy pomiary tamtego narzędzia. " +
      "Nazwy i definicje pochodzą od narzędzi.",
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
  const caveats = printed.flatMap(({ tool, caveat }) => caveat ? [`${tool}: ${caveat}.`] : []);
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
