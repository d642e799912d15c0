import type { Calibration, Spread } from "../record/calibration.ts";
import type { Response } from "../record/response.ts";
import type { TruthLine } from "../record/truth.ts";
import { judgeResponse } from "../record/validity.ts";
import { quantile } from "../stats/quantile.ts";

/** Events that were sent closer together than this may well come in one read. */
const SPACED_NS = 1e6;

/** What a calibration is made of. */
export interface CalibrationValues {
  /** Of the measured rounds, in order. */
  responses: readonly Response[];
  /** Of the same server from its start, the warm-up included, in any order. */
  truth: readonly TruthLine[];
  lagsNs: readonly number[];
  clockResolutionNs: number;
}

/** The figures of a calibration without the facts that stand beside them. */
export type ClientError = Omit<Calibration, "version" | "atUtc" | "server" | "asked">;

/**
 * Holds the client's times against the server's. Only differences of times on one clock are compared:
 * the client's from its first byte sent, the server's from the whole request received. A response and
 * its truth are matched by slot and order.
 *
 * @throws {RangeError} When a response does not count, or the truth of one is missing.
 */
export function clientError(values: CalibrationValues): ClientError {
  const { responses, truth, lagsNs, clockResolutionNs } = values;
  const ttft: number[] = [];
  const responseTime: number[] = [];
  const gaps: number[] = [];
  let closedGaps = 0;
  for (const [response, sent] of matched(responses, truth)) {
    const startNs = response.sentNs!;
    ttft.push(response.firstTokenNs! - startNs - (sent.firstTokenNs! - sent.receivedNs));
    responseTime.push(response.finalEventNs! - startNs - (sent.finalEventNs! - sent.receivedNs));
    const seenGaps = response.arrivals.afterNs.slice(1);
    const sentGaps = sent.sentAfterNs.slice(1);
    if (seenGaps.length !== sentGaps.length) {
      throw new RangeError(
        `Cannot compare: ${seenGaps.length} gaps were seen and ${sentGaps.length} sent`,
      );
    }
    seenGaps.forEach((gapNs, at) => {
      gaps.push(Math.abs(gapNs - sentGaps[at]));
      if (gapNs === 0 && sentGaps[at] >= SPACED_NS) closedGaps++;
    });
  }
  const sends = Map.groupBy(responses, ({ round }) => round).values().map((round) => {
    const times = round.map(({ sentNs }) => sentNs!);
    return Math.max(...times) - Math.min(...times);
  });
  const concurrent = responses.some(({ index }) => index > 0);
  return {
    ttftError: spreadOf(ttft),
    responseTimeError: spreadOf(responseTime),
    gapError: spreadOf(gaps),
    closedGaps,
    barrierSpread: concurrent ? spreadOf([...sends]) : null,
    loopLag: spreadOf(lagsNs),
    clockResolutionNs,
  };
}

function matched(
  responses: readonly Response[],
  truth: readonly TruthLine[],
): [Response, TruthLine][] {
  const inOrder = truth.toSorted((a, b) => a.request - b.request);
  return responses.map((response) => {
    const { status } = judgeResponse(response);
    // the first of each slot is the warm-up's
    const sent = inOrder.filter(({ slot }) => slot === response.index)[response.round];
    if (status !== "valid" || !sent) {
      const what = sent ? `its verdict is ${status}` : "the server tells nothing of it";
      throw new RangeError(`Cannot compare response ${response.round}/${response.index}: ${what}`);
    }
    return [response, sent];
  });
}

function spreadOf(values: readonly number[]): Spread {
  return {
    n: values.length,
    medianNs: quantile(values, 0.5)!,
    p99Ns: quantile(values, 0.99)!,
    maximumNs: Math.max(...values),
  };
}
