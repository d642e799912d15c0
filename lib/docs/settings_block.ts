import { settingsTable } from "../engine/settings_table.ts";
import { markdownTable } from "./markdown_table.ts";

/** The settings that a campaign fixes: the flag for each, and where it is read back. */
export function settingsBlock(): string {
  return markdownTable(
    ["setting", "what it means", "flag", "read back from"],
    settingsTable.map(({ setting, meaning, flag, readBack }) => [
      `\`${setting}\``,
      meaning,
      flag.startsWith("-") ? `\`${flag}\`` : flag,
      readBack.map(({ source }) => source).join("; ") || "nowhere; the record keeps the flag",
    ]),
  );
}
