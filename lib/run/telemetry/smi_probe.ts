import type { CommandResult } from "../../base/command.ts";
import { createSmiCsv, type SmiRow } from "./smi_csv.ts";
import { smiFields, throttleColumns } from "./smi_fields.ts";

/** What an nvidia-smi can be asked for, or why it cannot be asked. */
export type SmiProbe =
  | { kind: "found"; fields: string[]; rows: SmiRow[]; version: string | null }
  | { kind: "failed"; reason: string };

/** Each with its older names behind it; those that no driver may lack come first. */
const wanted: readonly (readonly string[])[] = [
  ["timestamp"],
  ["index"],
  ["uuid", "gpu_uuid"],
  ["name", "gpu_name"],
  ["driver_version"],
  ["pstate"],
  ...smiFields.map(({ columns }) => columns),
  throttleColumns,
];

/**
 * Finds the fields that this driver knows. One unknown field fails a whole query, and the message
 * names it: it is asked for by its older name then, or not at all.
 *
 * @param ask Runs nvidia-smi once with these arguments.
 */
export async function probeSmi(
  ask: (args: readonly string[]) => Promise<CommandResult>,
): Promise<SmiProbe> {
  const names = wanted.map((each) => [...each]);
  for (;;) {
    const fields = names.flatMap(([name]) => name ?? []);
    const result = await ask(smiArguments(fields));
    const unknown = /Field "([^"]+)" is not a valid field/.exec(result.stdout)?.[1];
    const at = names.findIndex(([name]) => name !== undefined && name === unknown);
    if (at >= 0) {
      names[at].shift();
      continue;
    }
    if (result.timedOut) return { kind: "failed", reason: "nvidia-smi did not answer" };
    if (result.code !== 0) {
      return { kind: "failed", reason: smiFailure(result.code, result.stdout) };
    }
    const csv = createSmiCsv();
    const lines = result.stdout.split("\n").map(csv.feed);
    const rows = lines.flatMap((line) => line.kind === "row" ? line.row : []);
    if (rows.length === 0) {
      return { kind: "failed", reason: `nvidia-smi listed no GPU: ${firstWords(result.stdout)}` };
    }
    return { kind: "found", fields, rows, version: driverVersion(fields, result.stdout) };
  }
}

/** Arguments of a query: header and numbers without their units. */
export function smiArguments(fields: readonly string[]): string[] {
  return [`--query-gpu=${fields.join(",")}`, "--format=csv,nounits"];
}

/** Why nvidia-smi ended, by its status (nvidia-smi(1), RETURN VALUE) and what it printed. */
export function smiFailure(code: number | null, said: string): string {
  const meaning = code === null ? "a signal" : `status ${code}${meanings[code] ?? ""}`;
  const words = firstWords(said);
  return `nvidia-smi ended with ${meaning}${words ? `: ${words}` : ""}`;
}

const meanings: Record<number, string> = {
  2: " (a wrong argument)",
  3: " (not available)",
  4: " (no permission)",
  6: " (nothing found)",
  8: " (power cables)",
  9: " (the driver is not loaded)",
  12: " (no NVML library)",
  13: " (the NVML library is too old)",
  14: " (the infoROM is damaged)",
  15: " (a GPU fell off the bus)",
};

/** The first line that is no part of a table. */
function firstWords(said: string): string {
  const csv = createSmiCsv();
  return said.split("\n").map(csv.feed).find((line) => line.kind === "other")?.text ?? "";
}

function driverVersion(fields: readonly string[], said: string): string | null {
  const at = fields.indexOf("driver_version");
  const row = said.trim().split("\n").at(-1)!;
  return at < 0 ? null : /^[\d.]+$/.exec(row.split(",")[at]?.trim() ?? "")?.[0] ?? null;
}
