import { judgeResponse } from "../record/validity.ts";
import type { HourSummary } from "./progress.ts";
import type { RoundResult } from "./round.ts";

const HOUR_NS = 3600e9;

/** Sums up a soak hour by hour while it runs, in a few numbers. */
export interface Hours {
  /** Takes a measured round; returns the summary of the hour that ended before it, if one did. */
  add(result: RoundResult, celsius: number | null): HourSummary | null;
  /** The hour that has begun, as far as it went; null when it is empty. */
  last(): HourSummary | null;
}

/** A round belongs to the hour in which it was released, counted from the first round's release. */
export function createHours(scenario: string): Hours {
  let originNs: number | null = null;
  let hour = emptyHour(1);

  const summary = (endNs: number): HourSummary => ({
    scenario,
    hour: hour.number,
    minutes: (endNs - originNs! - (hour.number - 1) * HOUR_NS) / 60e9,
    rounds: hour.rounds,
    responses: hour.responses,
    refused: hour.refused,
    tokensPerSecond: hour.busyNs > 0 ? hour.tokens / (hour.busyNs / 1e9) : null,
    maximumCelsius: hour.maximumCelsius,
  });

  return {
    add: (result, celsius) => {
      const { responses, round } = result;
      originNs ??= round.barrierNs;
      const number = 1 + Math.floor((round.barrierNs - originNs) / HOUR_NS);
      const ended = number > hour.number && hour.rounds > 0
        ? summary(originNs + hour.number * HOUR_NS)
        : null;
      if (number > hour.number) hour = emptyHour(number);
      hour.rounds++;
      hour.responses += responses.length;
      const sound = responses.filter((response) => judgeResponse(response).status !== "invalid");
      hour.refused += responses.length - sound.length;
      if (sound.length > 0) {
        hour.tokens += sound.reduce((sum, { tokens }) => sum + (tokens.predicted ?? 0), 0);
        hour.busyNs += Math.max(...sound.map(({ finalEventNs }) => finalEventNs!)) -
          Math.min(...sound.map(({ sentNs }) => sentNs!));
      }
      if (celsius !== null) {
        hour.maximumCelsius = Math.max(hour.maximumCelsius ?? celsius, celsius);
      }
      hour.endNs = round.endedNs;
      return ended;
    },
    last: () => hour.rounds > 0 ? summary(hour.endNs) : null,
  };
}

function emptyHour(number: number) {
  return {
    number,
    rounds: 0,
    responses: 0,
    refused: 0,
    tokens: 0,
    busyNs: 0,
    endNs: 0,
    maximumCelsius: null as number | null,
  };
}
