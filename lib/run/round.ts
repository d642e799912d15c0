import type { Clock } from "../base/clock.ts";
import type { Plan } from "../record/plan.ts";
import type { Response, Round } from "../record/response.ts";
import type { SpillPlace } from "./client/arrival_spill.ts";
import type { Exchange } from "./client/exchange.ts";
import type { prepareRequest } from "./client/request.ts";
import type { RequestSpec, Target } from "./client/request_spec.ts";

/** How a request is made ready; an argument, so that tests can script what comes back. */
export type Prepare = typeof prepareRequest;

/** Which round it is, and what its requests ask for. */
export interface RoundOrder {
  scenario: string;
  phase: Response["phase"];
  /** Counted from 1 within its phase. */
  round: number;
  requests: readonly RequestSpec[];
}

/** What a round left behind: a line for each request, then its own. */
export interface RoundResult {
  responses: Response[];
  round: Round;
}

/**
 * Runs one round: opens every connection, then releases all requests from one barrier, with nothing
 * between their writes, and waits for the last response. Nothing else is done meanwhile, since
 * each write to a disk or a terminal would stand in the way of an arrival.
 *
 * @param tools.spill Where arrivals go that are too many for memory, until the lines are written.
 * @param tools.signal Gives up the responses under way; those are recorded as abandoned.
 * @returns Null when the signal came before the barrier, so that nothing was sent.
 */
export async function runRound(
  order: RoundOrder,
  tools: {
    target: Target;
    prepare: Prepare;
    clock: Clock;
    limits: Plan["limits"];
    signal: AbortSignal;
    spill?: SpillPlace;
  },
): Promise<RoundResult | null> {
  const { target, prepare, clock, limits, signal, spill } = tools;
  const ready = await Promise.all(
    order.requests.map((spec) => prepare(target, spec, { clock, limits, signal, spill })),
  );
  if (signal.aborted) {
    for (const request of ready) request.cancel();
    return null;
  }
  const barrierNs = clock.nowNs();
  const underWay = ready.map((request) => request.fire());
  const exchanges = await Promise.all(underWay);
  const endedNs = clock.nowNs();

  const { scenario, phase, round } = order;
  const responses = exchanges.map((exchange, index) =>
    responseLine(order, index, barrierNs, exchange)
  );
  const abandoned = responses.some(({ error }) => error?.code === "abandoned");
  const state = abandoned ? "abandoned" : "ended";
  return {
    responses,
    round: { kind: "round", scenario, phase, round, barrierNs, endedNs, state },
  };
}

function responseLine(
  { scenario, phase, round, requests }: RoundOrder,
  index: number,
  scheduledNs: number,
  { reportedSlot, ...seen }: Exchange,
): Response {
  const { slot, promptIds, estimatedTokens, outputTokens } = requests[index];
  return {
    kind: "response",
    scenario,
    phase,
    round,
    index,
    slot: { asked: slot, reported: reportedSlot },
    asked: estimatedTokens === undefined
      ? { promptTokens: promptIds.length, outputTokens }
      : { promptTokens: estimatedTokens, outputTokens, promptLength: "estimated" },
    scheduledNs,
    ...seen,
  };
}
