import { type LoadOptions, loadRecord } from "../archive/load.ts";
import type { RunRecord } from "../record/record.ts";
import { type ReadOptions, readScenarios } from "./read_scenarios.ts";
import { readTelemetry } from "./read_telemetry.ts";
import type { ScenarioRun } from "./scenario.ts";

/**
 * The way from a record's folder to what figures are taken from: its bag is verified, its sensor
 * readings are read and every scenario is judged anew.
 *
 * @throws {UserError} When there is no such record, or it is damaged, withdrawn or not sealed.
 */
export async function loadScenarios(
  folder: string,
  options: LoadOptions & Pick<ReadOptions, "keepGaps"> = {},
): Promise<{ record: RunRecord; scenarios: ScenarioRun[] }> {
  const { record, lines } = await loadRecord(folder, options);
  const telemetry = await readTelemetry(folder);
  const { keepGaps } = options;
  return { record, scenarios: await readScenarios(record, lines(), { telemetry, keepGaps }) };
}
