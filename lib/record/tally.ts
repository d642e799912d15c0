import type { Plan } from "./plan.ts";
import type { RunRecord, ScenarioOutcome } from "./record.ts";
import type { Line, Response, Round } from "./response.ts";
import { type InvalidReason, judgeResponse, judgeRound, type RoundFault } from "./validity.ts";

/** What the lines of a record say about one scenario. */
export interface ScenarioTally {
  /** `none`: no warm-up round has ended. */
  warmup: "none" | "counts" | "does-not-count";
  /** Measured rounds that count. */
  roundsCompleted: number;
  /** Measured rounds that ended or were abandoned, counting or not. */
  roundsClosed: number;
  /** Responses of any kind. */
  responses: number;
  /** Why rounds of the scenario, the warm-up included, did not count: each cause with its number. */
  causes: Map<RoundFault | InvalidReason | "abandoned", number>;
  /** Start of the first and end of the last response of the measured rounds that count. */
  firstStartNs: number | null;
  lastEndNs: number | null;
}

/** A count over the lines of a record as they come; it keeps no more than the round that is open. */
export interface Tally {
  /** Names a scenario that was not there from the beginning. */
  expect(cell: Cell): void;
  add(line: Line): void;
  totals(): RunRecord["totals"];
  scenario(id: string): ScenarioTally;
}

type Cell = Pick<ScenarioOutcome, "id" | "concurrency">;

/**
 * Counts lines by the rules of validity. A round counts when its line says that it ended, its
 * responses came before that line, and {@linkcode judgeRound} does not refuse it; so the part of a
 * round that a crash left behind never counts.
 *
 * The totals: every response line, those of them that are valid, and every round line.
 */
export function createTally(plan: Pick<Plan, "warmup">, cells: readonly Cell[]): Tally {
  const concurrency = new Map(cells.map((cell) => [cell.id, cell.concurrency]));
  const scenarios = new Map<string, ScenarioTally>();
  const totals = { responses: 0, valid: 0, rounds: 0 };
  let open: { key: string; responses: Response[] } = { key: "", responses: [] };

  const seen = (id: string): ScenarioTally => {
    const tally = scenarios.get(id) ?? emptyTally();
    scenarios.set(id, tally);
    return tally;
  };
  const keyOf = (line: Response | Round) => `${line.scenario} ${line.phase} ${line.round}`;

  const addResponse = (line: Response) => {
    totals.responses++;
    if (judgeResponse(line).status === "valid") totals.valid++;
    const tally = seen(line.scenario);
    tally.responses++;
    if (open.key !== keyOf(line)) {
      open = { key: keyOf(line), responses: [] };
    }
    open.responses.push(line);
  };

  const addRound = (line: Round) => {
    totals.rounds++;
    const tally = seen(line.scenario);
    const responses = open.key === keyOf(line) ? open.responses : [];
    open = { key: "", responses: [] };
    const expected = line.phase === "warmup" && plan.warmup === "one-request"
      ? 1
      : concurrency.get(line.scenario) ?? 0;
    const verdict = judgeRound(responses, expected);
    const counts = line.state === "ended" && verdict.status !== "invalid";
    if (!counts) count(tally.causes, line, responses, verdict);
    if (line.phase === "warmup") {
      tally.warmup = counts ? "counts" : "does-not-count";
      return;
    }
    tally.roundsClosed++;
    if (counts) {
      tally.roundsCompleted++;
      const start = Math.min(...responses.map((response) => response.sentNs!));
      const end = Math.max(...responses.map((response) => response.finalEventNs!));
      tally.firstStartNs = Math.min(tally.firstStartNs ?? start, start);
      tally.lastEndNs = Math.max(tally.lastEndNs ?? end, end);
    }
  };

  return {
    expect: (cell) => concurrency.set(cell.id, cell.concurrency),
    add: (line) => {
      if (line.kind === "response") addResponse(line);
      else if (line.kind === "round") addRound(line);
    },
    totals: () => ({ ...totals }),
    scenario: (id) => scenarios.get(id) ?? emptyTally(),
  };
}

function emptyTally(): ScenarioTally {
  return {
    warmup: "none",
    roundsCompleted: 0,
    roundsClosed: 0,
    responses: 0,
    causes: new Map(),
    firstStartNs: null,
    lastEndNs: null,
  };
}

/** Notes why a round does not count, by its responses' reasons where they have any. */
function count(
  causes: ScenarioTally["causes"],
  line: Round,
  responses: readonly Response[],
  verdict: ReturnType<typeof judgeRound>,
): void {
  const found = new Set<RoundFault | InvalidReason | "abandoned">();
  if (line.state === "abandoned") found.add("abandoned");
  for (const response of responses) {
    const judged = judgeResponse(response);
    if (judged.status === "invalid") { for (const reason of judged.reasons) found.add(reason); }
  }
  if (verdict.status === "invalid") {
    for (const fault of verdict.faults) {
      if (fault !== "invalid-response" && !(found.has("abandoned"))) found.add(fault);
    }
  }
  for (const cause of found) causes.set(cause, (causes.get(cause) ?? 0) + 1);
}
