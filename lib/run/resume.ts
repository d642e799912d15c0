import type { Clock } from "../base/clock.ts";
import type { FileSystem } from "../base/file_system.ts";
import type { ScenarioCell } from "../record/outcome.ts";
import type { PrivateNames } from "../record/privacy.ts";
import { recordFiles } from "../record/record_files.ts";
import type { Note } from "../record/response.ts";
import { cutTornEnd } from "../record/torn_end.ts";
import { INTERRUPTED, wasCutShort } from "./cut_short.ts";
import { begun, openSession, type Session } from "./session.ts";
import type { Unfinished } from "./unfinished.ts";

/** What a resumed run has still to do. */
export interface Resumption {
  /** All scenarios of the record, in order. */
  cells: ScenarioCell[];
  todo: ScenarioCell[];
  /** Why the earlier ones ended before their plan. */
  reasons: Map<string, string>;
}

/**
 * What is left of an unfinished run: the scenarios that were not begun, marked as resumed since the
 * machine's thermal history differs. The one that was cut short stays as it is; where the plan says
 * so it is run again as a scenario of its own, whose id has `-2` behind it, so that its rounds never
 * mix with those of the first attempt.
 */
export function whatIsLeft({ record, tally }: Unfinished): Resumption {
  const { plan } = record;
  const reasons = new Map<string, string>();
  for (const { id, status, reason } of record.scenarios) {
    if (reason !== null && status !== "not-started") reasons.set(id, reason);
  }
  const ids = record.scenarios.map(({ id }) => id);
  const cells: ScenarioCell[] = [];
  const todo: ScenarioCell[] = [];
  for (
    const [at, { id, model, promptTokens, concurrency, resumed }] of record.scenarios.entries()
  ) {
    const cell = { id, model, promptTokens, concurrency, resumed };
    const seen = tally.scenario(id);
    if (seen.responses === 0) {
      cells.push({ ...cell, resumed: true });
      todo.push(cells.at(-1)!);
      continue;
    }
    cells.push(cell);
    if (!wasCutShort(seen, plan)) continue;
    if (!reasons.has(id)) {
      reasons.set(id, record.state.kind === "stopped" ? record.state.reason : INTERRUPTED);
    }
    const triedAgain = record.scenarios.slice(at + 1).some((later) => isSameCell(later, cell));
    if (plan.resume === "next-scenario" || triedAgain) continue;
    cells.push({ ...cell, id: freeId(id, ids), resumed: true });
    todo.push(cells.at(-1)!);
  }
  return { cells, todo, reasons };
}

function isSameCell(one: ScenarioCell, other: ScenarioCell): boolean {
  return one.model === other.model && one.promptTokens === other.promptTokens &&
    one.concurrency === other.concurrency;
}

/** `ID-2`, or the next number that is free; a third attempt counts on from the first one's id. */
function freeId(id: string, taken: readonly string[]): string {
  const stem = id.replace(/(x\d+)-\d+$/, "$1");
  for (let number = 2;; number++) {
    if (!taken.includes(`${stem}-${number}`)) return `${stem}-${number}`;
  }
}

/**
 * A clock that goes on where the record's left off: by the wall clock, but never before the last
 * time that is in the record. No figure spans the gap.
 */
export function continuedClock(clock: Clock, { record, lastNs }: Unfinished): Clock {
  const byWallNs = (clock.wallMs() - Date.parse(record.clock.originUtc)) * 1e6;
  const offsetNs = Math.round(Math.max(byWallNs, lastNs + 1e6)) - clock.nowNs();
  return { ...clock, nowNs: () => clock.nowNs() + offsetNs };
}

/**
 * Opens an unfinished record for more lines: cuts a torn last line and notes what was done.
 *
 * @param lock Held since before the record was read; let go when the session is closed.
 * @param clock As {@linkcode continuedClock} gives it.
 */
export async function resumeSession(
  unfinished: Unfinished,
  { cells, reasons }: Resumption,
  { files, clock, lock, names }: {
    files: FileSystem;
    clock: Clock;
    lock: Disposable;
    names?: PrivateNames;
  },
): Promise<Session> {
  const { folder, record, tally, tornBytes } = unfinished;
  for (const cell of cells) tally.expect(cell);
  await cutTornEnd(files, recordFiles.journal(folder));
  const start = { folder, record, cells, tally, reasons };
  const session = await openSession({ files, clock, lock, names }, start);
  const note = (code: string, message: string): Note => ({
    kind: "note",
    atNs: clock.nowNs(),
    code,
    message,
  });
  const notes = [
    note("resumed", "Gone on with by another process: clock and heat do not carry on"),
  ];
  if (tornBytes > 0) notes.unshift(note("torn-line", `Cut ${tornBytes} bytes of a torn last line`));
  return await begun(session, async () => {
    await session.commit(notes);
    await session.save();
  });
}
