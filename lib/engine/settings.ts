import type { ServerSettings } from "../record/plan.ts";
import type { SettingCheck } from "../record/record.ts";
import type { ServerFacts } from "./read_back.ts";
import type { ServerHelp } from "./server_help.ts";
import { settingsTable } from "./settings_table.ts";

/** The flags that ask for the settings, in the words of the build whose help is given. */
export function serverFlags(settings: ServerSettings, help: ServerHelp): string[] {
  return settingsTable.flatMap((row) => row.flags(settings, help));
}

/**
 * The environment that the settings ask for. Without a GPU the server's threads wait by sleeping:
 * spinning, they would take the cores that the client needs.
 */
export function serverEnvironment(settings: ServerSettings): Record<string, string> {
  const onCpu = settings.gpuLayers === null || settings.gpuLayers === 0;
  return onCpu ? { OMP_WAIT_POLICY: "passive" } : {};
}

/**
 * Holds the settings against what the server said. A setting is `equal` when every place that
 * speaks of it agrees, `different` when one does not, `unverified` when none says anything.
 */
export function checkSettings(settings: ServerSettings, facts: ServerFacts): SettingCheck[] {
  const checks: SettingCheck[] = [];
  for (const row of settingsTable) {
    const planned = row.planned(settings);
    if (planned === undefined) continue;
    const said = row.readBack
      .map(({ source, read }) => ({ source, found: read(facts, settings) }))
      .filter(({ found }) => found !== undefined);
    const tell = said.find(({ found }) => found !== planned) ?? said[0];
    checks.push({
      setting: row.setting,
      planned,
      found: tell?.found ?? null,
      source: tell?.source ?? null,
      verdict: !tell ? "unverified" : tell.found === planned ? "equal" : "different",
    });
  }
  return checks;
}
