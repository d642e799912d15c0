import type { RecordSummary } from "../summarize/summary.ts";
import type { ThermalCheck } from "../summarize/thermal_assessment.ts";
import { formatNumber, type Language } from "./format.ts";
import { significantDecimals } from "./format_significant.ts";
import { formatQuantity } from "./format_unit.ts";
import { fixedBeforehand } from "./record_facts.ts";
import { recordWords } from "./record_words.ts";
import { soakCaption, soakNotes, soakOf } from "./soak_of.ts";
import { soakWords } from "./soak_words.ts";
import { type Cell, Table } from "./table.ts";

/**
 * The thermal assessment of a soak, criterion by criterion, and whether the criteria were fixed
 * before the run.
 *
 * @param scenario Needed only where the record has several soaks.
 * @throws {UserError} When the record has no such soak.
 */
export function soakThermalTable(
  summary: RecordSummary,
  language: Language,
  scenario?: string,
): Table {
  const found = soakOf(summary, scenario);
  const words = soakWords[language];
  const { facts } = recordWords[language];
  const { thermal } = found.soak;
  return new Table({
    id: "soak-thermal",
    language,
    caption: soakCaption(words.thermal, found, language),
    columns: [
      { id: "criterion", head: words.criterion },
      { id: "limit", head: words.limit, align: "right" },
      { id: "found", head: words.found, align: "right" },
      { id: "verdict", head: words.verdict },
    ],
    rows: (thermal?.checks ?? []).map((check) => [
      words.criteria[check.criterion],
      check.limit === null
        ? { value: null, text: words.anything }
        : quantity(check.limit, check, language),
      quantity(check.found, check, language),
      { value: check.verdict, text: words.verdicts[check.verdict] },
    ]),
    empty: words.notes.noCriteria,
    notes: [
      ...thermal === null ? [] : [
        words.notes.assessed(words.verdicts[thermal.verdict]),
        ...thermal.drift ? [words.notes.thermalDrift] : [],
      ],
      `${facts.frozen}: ${fixedBeforehand(summary.record.frozen, language)}.`,
      ...soakNotes(found, language),
    ],
    provenance: [summary.record.provenance],
  });
}

/**
 * A figure with its own unit, which the rows do not share, and with the decimals of the limit, or
 * with so many that it differs from the limit where it does.
 */
function quantity(
  value: number | null,
  { unit, limit, found }: ThermalCheck,
  language: Language,
): Cell {
  if (unit === "samples") return { value, text: formatNumber(value, 0, language) };
  let decimals = significantDecimals(limit || found || 0, 3);
  if (limit !== null && found !== null && found !== limit) {
    while (decimals < 9 && found.toFixed(decimals) === limit.toFixed(decimals)) decimals++;
  }
  return { value, text: formatQuantity(value, decimals, unit, language) };
}
