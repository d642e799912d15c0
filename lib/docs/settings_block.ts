import { settingsTable } from "../engine/settings_table.ts";
import { loadPlan } from "../plan/load.ts";
import { markdownTable } from "./markdown_table.ts";

/**
 * The settings that a campaign fixes: the value in the plans of both methods, the flag that asks
 * for it, and where it is read back.
 */
export async function settingsBlock(): Promise<string> {
  const { server } = await loadPlan("core-1.1");
  const { server: historical } = await loadPlan("historical-api-8b");
  return markdownTable(
    ["setting", "what it means", "value", "flag", "read back from"],
    settingsTable.map(({ setting, meaning, planned, flag, readBack }) => {
      const [value, other] = [planned(server), planned(historical)].map(valueText);
      return [
        `\`${setting}\``,
        meaning,
        other === value ? value : `${value}; historical ${other}`,
        flag.startsWith("-") ? `\`${flag}\`` : flag,
        readBack.map(({ source }) => source).join("; ") || "nowhere; the record keeps the flag",
      ];
    }),
  );
}

/** A value as the table shows it; a setting that no plan can change is on. */
function valueText(value: string | number | boolean | undefined): string {
  return typeof value === "string" || typeof value === "number"
    ? `${value}`
    : value ?? true
    ? "on"
    : "off";
}
