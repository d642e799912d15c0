import type { RecordSummary } from "../summarize/summary.ts";
import type { Language } from "./format.ts";
import { soakHoursTable } from "./soak_hours.ts";
import { soakDriftTable, soakEventsTable } from "./soak_stability.ts";
import { soakTable } from "./soak_table.ts";
import { soakThermalTable } from "./soak_thermal.ts";
import type { Table } from "./table.ts";

/**
 * Every table of a soak: as a whole, by hours, drift, pauses and jumps, thermal assessment.
 *
 * @param scenario Needed only where the record has several soaks.
 * @throws {UserError} When the record has no such soak.
 */
export function soakTables(summary: RecordSummary, language: Language, scenario?: string): Table[] {
  const tables = [soakTable, soakHoursTable, soakDriftTable, soakEventsTable, soakThermalTable];
  return tables.map((table) => table(summary, language, scenario));
}
