import { loadPlan } from "../plan/load.ts";
import { assessThermal } from "../summarize/thermal_assessment.ts";
import { coolingExamples, coolingWindow } from "./cooling_examples.ts";
import { markdownTable } from "./markdown_table.ts";

const heads: Record<string, string> = {
  "maximum": "highest, °C",
  "drift-per-hour": "drift, °C/h",
  "slowdown": "slowdowns, readings",
  "longest-gap": "longest gap, s",
};

/** The committed criteria of the four-hour soak, and examples judged by them. */
export async function coolingBlock(): Promise<string> {
  const { thermal } = await loadPlan("core-1.1-soak");
  const rows = coolingExamples().map(({ what, telemetry }) => {
    const { verdict, checks } = assessThermal(telemetry, coolingWindow, thermal!.criteria);
    return { what, verdict, checks };
  });
  const { checks } = rows[0];
  return markdownTable(
    ["readings", "verdict", ...checks.map(({ criterion }) => heads[criterion])],
    [
      ["**at most**", "", ...checks.map(({ limit }) => `**${limit ?? "any"}**`)],
      ...rows.map(({ what, verdict, checks }) => [
        what,
        verdict === "met" ? "met" : "not met",
        ...checks.map(({ found, verdict }) =>
          `${Number(found!.toFixed(1))}${verdict === "met" ? "" : ": not met"}`
        ),
      ]),
    ],
  );
}
