import type { Response } from "./response.ts";

/** Why a response does not count. Transport errors keep their own code from the response. */
export type InvalidReason =
  | NonNullable<Response["error"]>["code"]
  | "no-final-event"
  | "token-count"
  | "stop-type"
  | "truncated"
  | "prompt-count"
  | "prompt-not-processed"
  | "cache-hit"
  | "wrong-slot"
  | "time-order";

/** What a server may not reveal, so that a response can be neither confirmed nor refused. */
export type Unknown = "token-count" | "stop-type" | "truncated" | "prompt-count" | "cache" | "slot";

/** The verdict on a response: only `valid` enters a figure; `unverified` has summaries of its own. */
export type ResponseVerdict =
  | { status: "valid" }
  | { status: "unverified"; unknown: Unknown[] }
  | { status: "invalid"; reasons: InvalidReason[] };

/**
 * Judges one response by the method's rules: HTTP 200, a final event, as many tokens generated as
 * were asked for and the limit as the reason to stop, the whole prompt processed and nothing of it
 * from a cache, nothing truncated, in the slot that was asked for, start <= first token <= end. Every
 * rule that is broken is named.
 *
 * Where the prompt's length was only estimated, another count by the server breaks no rule: the
 * plan's number was not held, so the response is not confirmed.
 *
 * The collecting half and the reading half both call this, so that they cannot disagree.
 */
export function judgeResponse(response: Response): ResponseVerdict {
  const { asked, tokens, error, httpStatus } = response;
  const reasons: InvalidReason[] = [];
  const unknown: Unknown[] = [];
  const rule = <T>(
    value: T | null,
    holds: (value: T) => boolean,
    reason: InvalidReason,
    whenUnknown: Unknown,
  ) => {
    if (value === null) unknown.push(whenUnknown);
    else if (!holds(value)) reasons.push(reason);
  };

  if (error) reasons.push(error.code);
  // a failed exchange may have ended before the server said a status
  const statusMissing = httpStatus === null && error !== null;
  if (httpStatus !== 200 && !statusMissing && error?.code !== "http-status") {
    reasons.push("http-status");
  }
  // what a failed exchange did not get round to say is no second fault
  if (reasons.length > 0) return { status: "invalid", reasons };

  if (response.finalEventNs === null) reasons.push("no-final-event");
  rule(tokens.predicted, (count) => count === asked.outputTokens, "token-count", "token-count");
  rule(
    response.stopType,
    (type) => type === "limit" || type === "length",
    "stop-type",
    "stop-type",
  );
  rule(response.truncated, (truncated) => !truncated, "truncated", "truncated");
  const estimated = asked.promptLength === "estimated";
  const missed = estimated && tokens.evaluated !== asked.promptTokens;
  rule(
    missed ? null : tokens.evaluated,
    (count) => count === asked.promptTokens,
    "prompt-count",
    "prompt-count",
  );
  rule(tokens.cached, (count) => count === 0, "cache-hit", "cache");
  rule(
    tokens.processed,
    (count) => count === (missed ? tokens.evaluated ?? count : asked.promptTokens),
    "prompt-not-processed",
    "cache",
  );
  const { slot } = response;
  if (slot.asked !== null) {
    rule(slot.reported, (reported) => reported === slot.asked, "wrong-slot", "slot");
  }
  if (!inOrder(response)) reasons.push("time-order");

  if (reasons.length > 0) return { status: "invalid", reasons };
  if (unknown.length > 0) return { status: "unverified", unknown: [...new Set(unknown)] };
  return { status: "valid" };
}

/** start <= headers <= first event <= first token <= last token <= end, of those that were seen. */
function inOrder(response: Response): boolean {
  const { sentNs, firstTokenNs, finalEventNs } = response;
  if (sentNs === null || firstTokenNs === null || finalEventNs === null) return false;
  const times = [
    sentNs,
    response.headersNs,
    response.firstEventNs,
    firstTokenNs,
    response.lastTokenNs,
    finalEventNs,
  ].filter((time) => time !== null);
  return times.every((time, at) => at === 0 || times[at - 1] <= time);
}

/** Why a round does not count. */
export type RoundFault =
  | "missing-responses"
  | "invalid-response"
  | "no-common-interval";

/** The verdict on a round. `unverified` when all its responses are sound but not all confirmed. */
export type RoundVerdict =
  | { status: "valid" }
  | { status: "unverified" }
  | { status: "invalid"; faults: RoundFault[] };

/**
 * Judges a round: all its responses count, and with more than one request they had a common active
 * interval, that is, the latest start lies before the earliest end.
 *
 * @param concurrency How many responses the round must have.
 */
export function judgeRound(responses: readonly Response[], concurrency: number): RoundVerdict {
  const faults: RoundFault[] = [];
  if (responses.length !== concurrency) faults.push("missing-responses");
  const verdicts = responses.map((response) => judgeResponse(response).status);
  if (verdicts.includes("invalid")) faults.push("invalid-response");
  if (!faults.length && concurrency > 1) {
    const latestStart = Math.max(...responses.map((response) => response.sentNs!));
    const earliestEnd = Math.min(...responses.map((response) => response.finalEventNs!));
    if (latestStart >= earliestEnd) faults.push("no-common-interval");
  }
  if (faults.length > 0) return { status: "invalid", faults };
  return { status: verdicts.includes("unverified") ? "unverified" : "valid" };
}
