import { createLogUpdate } from "log-update";
import type { ProgressEvent, ProgressListener } from "../run/progress.ts";
import { duration, progressText, roundName } from "../run/progress_text.ts";

/** Each event as one line of JSON, for programs. */
export function jsonView(print: (line: string) => void = console.log): ProgressListener {
  return (event) => print(JSON.stringify(event));
}

/** One line for each event that a reader wants to know of. */
export function plainView(print: (line: string) => void = console.log): ProgressListener {
  return (event) => {
    const text = progressText(event);
    if (text !== null) print(text);
  };
}

/**
 * Lines as in the plain view, and under them one that is rewritten as rounds begin and end. Nothing
 * is drawn while requests are under way: that would stand in the way of their arrivals.
 */
export function terminalView(out: NodeJS.WriteStream): ProgressListener {
  const update = createLogUpdate(out);
  return (event) => {
    const live = liveLine(event);
    if (live !== null) return update(live);
    const text = progressText(event);
    if (text === null) return;
    if (event.kind === "round-ended" && event.counts) return update(text);
    update.clear();
    update(text);
    update.done();
  };
}

function liveLine(event: ProgressEvent): string | null {
  if (event.kind === "cooling-down") return progressText(event);
  if (event.kind !== "round-started") return null;
  const { scenario, requests, celsius, secondsLeft } = event;
  return [
    `  ${scenario}: ${roundName(event)} is running`,
    `${requests} ${requests === 1 ? "request" : "requests"}`,
    celsius === null ? null : `${celsius} degrees C`,
    secondsLeft === null ? null : `${duration(secondsLeft)} left`,
  ].filter((part) => part !== null).join(", ");
}
