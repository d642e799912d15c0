import type { Clock } from "../base/clock.ts";
import type { ThermalRules } from "../record/plan.ts";
import type { ThermalGuard } from "./guard.ts";

/** How a wait for a cool machine ended; `not-needed`: the plan asks for none or it was cool. */
export type CoolDown =
  | { kind: "not-needed" }
  | { kind: "cooled"; seconds: number }
  | { kind: "given-up"; celsius: number | null };

/**
 * Waits until the sensor is at or below the plan's temperature, however long that takes up to the
 * plan's limit. Rejects with the signal's reason when the run is to stop.
 *
 * @param tools.waiting Called with each reading that is still too warm.
 */
export async function coolDown(
  rules: ThermalRules | null,
  guard: Pick<ThermalGuard, "reading"> | null,
  tools: { clock: Clock; signal: AbortSignal; waiting: (celsius: number) => void },
): Promise<CoolDown> {
  const { clock, signal, waiting } = tools;
  const target = rules?.coolDownToCelsius ?? null;
  if (!rules || !guard || target === null || rules.sensor === "none") return { kind: "not-needed" };
  const startNs = clock.nowNs();
  const endNs = startNs + rules.coolDownLimitSeconds * 1e9;
  for (let waited = false;; waited = true) {
    const celsius = guard.reading()?.celsius ?? null;
    if (celsius !== null && celsius <= target) {
      return waited
        ? { kind: "cooled", seconds: (clock.nowNs() - startNs) / 1e9 }
        : { kind: "not-needed" };
    }
    if (clock.nowNs() >= endNs) return { kind: "given-up", celsius };
    if (celsius !== null) waiting(celsius);
    await clock.sleep(1000, signal);
  }
}
