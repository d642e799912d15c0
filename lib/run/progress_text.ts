import type { ProgressEvent } from "./progress.ts";

/**
 * A progress event as one line of text; null for an event that says nothing to a reader of lines.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { progressText } from "./progress_text.ts";
 *
 * const event = { kind: "scenario-started", scenario: "tiny-2048x4", place: 3, of: 4 } as const;
 * assert.equal(progressText(event), "Scenario 3 of 4: tiny-2048x4");
 * ```
 */
export function progressText(event: ProgressEvent): string | null {
  switch (event.kind) {
    case "server-starting":
      return `Waiting for the server of ${event.model}`;
    case "server-ready":
      return event.seconds === null
        ? `The server of ${event.model} is ready`
        : `The server of ${event.model} is ready after ${event.seconds.toFixed(1)} s`;
    case "run-started":
      return `${event.resumed ? "Going on with" : "Writing"} ${event.folder}`;
    case "cooling-down":
      return `Cooling down: ${event.celsius} of ${event.targetCelsius} degrees C`;
    case "scenario-started":
      return `Scenario ${event.place} of ${event.of}: ${event.scenario}`;
    case "round-started":
      return null;
    case "round-ended":
      return [
        `  ${roundName(event)}: ${event.sound} of ${event.requests} responses`,
        `${event.seconds.toFixed(1)} s`,
        event.tokensPerSecond === null ? null : `${event.tokensPerSecond.toFixed(0)} tokens/s`,
        event.celsius === null ? null : `${event.celsius} degrees C`,
        event.counts ? null : `does not count (${event.causes.join(", ") || "abandoned"})`,
        event.secondsLeft === null ? null : `${duration(event.secondsLeft)} left`,
      ].filter((part) => part !== null).join(", ");
    case "scenario-ended": {
      const { status, roundsCompleted, reason } = event.outcome;
      const rounds = `${roundsCompleted} ${
        roundsCompleted === 1 ? "round counts" : "rounds count"
      }`;
      return `  ${status}: ${rounds}${reason === null ? "" : `. ${reason}`}`;
    }
    case "hour-ended":
      return [
        `Hour ${event.hour} (${event.minutes.toFixed(0)} min): ${event.rounds} rounds`,
        `${event.responses} responses`,
        event.refused > 0 ? `${event.refused} refused` : null,
        event.tokensPerSecond === null ? null : `${event.tokensPerSecond.toFixed(1)} tokens/s`,
        event.maximumCelsius === null ? null : `at most ${event.maximumCelsius} degrees C`,
      ].filter((part) => part !== null).join(", ");
    case "note":
      return `Note: ${event.message} (${event.code})`;
    case "run-ended":
      return endText(event);
  }
}

/** `round 3 of 5`, `warm-up`, `round 412` of a soak. */
export function roundName(
  { phase, round, of }: Pick<
    Extract<ProgressEvent, { kind: "round-started" }>,
    "phase" | "round" | "of"
  >,
): string {
  if (phase === "warmup") return "warm-up";
  return of === null ? `round ${round}` : `round ${round} of ${of}`;
}

/** A rough time for people: `45 s`, `12 min`, `3.5 h`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

function endText(event: Extract<ProgressEvent, { kind: "run-ended" }>): string {
  const { state, scenarios, folder, sealed } = event;
  const completed = scenarios.filter(({ status }) => status === "completed").length;
  const count = `${completed} of ${scenarios.length} scenarios completed`;
  const end = state.kind === "completed"
    ? "Done"
    : state.kind === "stopped"
    ? `Stopped (${state.by}): ${state.reason}`
    : "Interrupted";
  const kept = sealed ? `sealed in ${folder}` : `not sealed, in ${folder}`;
  return `${end}. ${count}, ${kept}`;
}
