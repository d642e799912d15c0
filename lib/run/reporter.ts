import type { Clock } from "../base/clock.ts";
import type { ScenarioCell } from "../record/outcome.ts";
import { judgeResponse, judgeRound } from "../record/validity.ts";
import type { ThermalGuard } from "./guard.ts";
import { createHours } from "./hours.ts";
import type { ProgressListener } from "./progress.ts";
import type { RoundResult } from "./round.ts";
import type { RoundWatch } from "./scenario.ts";
import type { Session } from "./session.ts";
import { createTimeLeft } from "./time_left.ts";

/** Turns what a run does into progress events. */
export interface Reporter {
  /** Tells that a scenario begins; the watch tells of its rounds. */
  scenario(cell: ScenarioCell): RoundWatch & { ended(result: RoundResult): void; done(): void };
}

export function createReporter(
  session: Session,
  { clock, guard, progress }: {
    clock: Clock;
    guard: Pick<ThermalGuard, "reading"> | null;
    progress: ProgressListener;
  },
): Reporter {
  const { plan, cells, tally } = session;
  const timeLeft = createTimeLeft(plan.outputTokens);
  const celsius = () => guard?.reading()?.celsius ?? null;
  const done = new Set<string>();

  /** Rounds still to come in the running scenario and in those after it. */
  const secondsLeft = (running: ScenarioCell, roundsLeft: number, soakStartNs: number | null) => {
    if (plan.soak) {
      if (soakStartNs === null) return plan.soak.minimumSeconds;
      return Math.max(0, plan.soak.minimumSeconds - (clock.nowNs() - soakStartNs) / 1e9);
    }
    const later = cells.filter((cell) =>
      cell !== running && !done.has(cell.id) && tally.scenario(cell.id).responses === 0
    ).map((cell) => ({ cell, rounds: 1 + plan.measuredRounds }));
    return timeLeft.seconds([{ cell: running, rounds: roundsLeft }, ...later]);
  };

  const scenario: Reporter["scenario"] = (cell) => {
    progress({
      kind: "scenario-started",
      scenario: cell.id,
      place: cells.indexOf(cell) + 1,
      of: cells.length,
    });
    const hours = plan.soak ? createHours(cell.id) : null;
    let soakStartNs: number | null = null;
    const place = (phase: "warmup" | "measured", round: number, requests: number, over: 0 | 1) => ({
      scenario: cell.id,
      phase,
      round,
      of: phase === "warmup" ? 1 : plan.soak ? null : plan.measuredRounds,
      requests,
      celsius: celsius(),
      secondsLeft: secondsLeft(
        cell,
        (phase === "warmup" ? 1 : 0) + plan.measuredRounds - (phase === "warmup" ? 0 : round - 1) -
          over,
        soakStartNs,
      ),
    });
    return {
      started: ({ phase, round, requests }) =>
        progress({ kind: "round-started", ...place(phase, round, requests.length, 0) }),
      ended: (result) => {
        const { responses, round } = result;
        if (round.phase === "measured") soakStartNs ??= round.barrierNs;
        const seconds = (round.endedNs - round.barrierNs) / 1e9;
        // a warm-up of one request says nothing about a whole round
        if (responses.length === cell.concurrency) timeLeft.roundEnded(cell, seconds);
        const verdicts = responses.map(judgeResponse);
        const verdict = judgeRound(responses, responses.length);
        const refused = verdicts.flatMap((each) => each.status === "invalid" ? each.reasons : []);
        const causes = verdict.status === "invalid"
          ? refused.length > 0 ? refused : verdict.faults
          : [];
        const tokens = responses.reduce((sum, { tokens }) => sum + (tokens.predicted ?? 0), 0);
        progress({
          kind: "round-ended",
          ...place(round.phase, round.round, responses.length, 1),
          sound: verdicts.filter(({ status }) => status !== "invalid").length,
          counts: round.state === "ended" && verdict.status !== "invalid",
          causes: [...new Set<string>(causes)],
          seconds,
          tokensPerSecond: tokens > 0 ? tokens / seconds : null,
        });
        const hour = round.phase === "measured" ? hours?.add(result, celsius()) : null;
        if (hour) progress({ kind: "hour-ended", ...hour });
      },
      done: () => {
        const hour = hours?.last();
        if (hour) progress({ kind: "hour-ended", ...hour });
        done.add(cell.id);
        progress({ kind: "scenario-ended", outcome: session.outcome(cell) });
      },
    };
  };
  return { scenario };
}
