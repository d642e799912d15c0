import { join } from "node:path";
import { softwareVersion } from "../base/project.ts";
import type { Clock } from "../base/clock.ts";
import { canonicalSha256 } from "../base/canonical_json.ts";
import { messageOf } from "../base/errors.ts";
import { type FileSystem, replaceFile } from "../base/file_system.ts";
import type { Calibration } from "../record/calibration.ts";
import { outcomeOf, type ScenarioCell } from "../record/outcome.ts";
import type { Plan } from "../record/plan.ts";
import { filterPrivate, machineNames, type PrivateNames } from "../record/privacy.ts";
import type { RunRecord, RunState, ScenarioOutcome } from "../record/record.ts";
import { recordFiles } from "../record/record_files.ts";
import type { Line } from "../record/response.ts";
import { createTally, type Tally } from "../record/tally.ts";
import { type Journal, openJournal } from "../record/write_journal.ts";
import { createRecordFolder, writeRecordFile } from "../record/write_record.ts";
import { lockRun } from "./lock.ts";
import type { ReadyServer } from "./server.ts";

/** What a run says of itself before its first response. */
export type RunIdentity =
  & Pick<RunRecord, "provenance" | "host" | "engine" | "models" | "frozen" | "calibration">
  & { clock: Pick<RunRecord["clock"], "source" | "resolutionNs"> };

/** A run's record while it grows: lines go to the disk and are counted, then forgotten. */
export interface Session {
  readonly id: string;
  readonly folder: string;
  readonly plan: Plan;
  /** In the order in which they run. */
  readonly cells: readonly ScenarioCell[];
  readonly tally: Tally;
  /** Resolves when the lines are on the disk. */
  commit(lines: readonly Line[]): Promise<void>;
  addServer(server: ReadyServer): void;
  keepLog(server: ReadyServer): Promise<void>;
  /** The client was calibrated behind the last scenario. */
  calibrated(after: Calibration): void;
  /** Why the run left a scenario before its end. */
  explain(cell: ScenarioCell, reason: string): void;
  outcome(cell: ScenarioCell): ScenarioOutcome;
  /** The record as it stands; with a state the run is over. */
  view(state?: RunState): RunRecord;
  /** Replaces `record.json` by the view. */
  save(state?: RunState): Promise<RunRecord>;
  /** Lets the journal and the folder go. */
  close(): void;
}

/** A record could not be written: the disk is full, or gone. The cause is in the message. */
export class RecordWriteError extends Error {
  override name = "RecordWriteError";
}

/** What a session begins with: nothing for a new run, what is on the disk for a resumed one. */
export interface SessionStart {
  folder: string;
  record: RunRecord;
  cells: ScenarioCell[];
  tally: Tally;
  reasons: Map<string, string>;
}

/** Makes the folder and the first `record.json` of a new run. */
export async function newSession(
  { files, clock, names, parent, plan, identity, cells }: {
    files: FileSystem;
    clock: Clock;
    names?: PrivateNames;
    parent: string;
    plan: Plan;
    identity: RunIdentity;
    cells: ScenarioCell[];
  },
): Promise<Session> {
  const originMs = clock.wallMs() - clock.nowNs() / 1e6;
  const name = { wallMs: originMs, plan: plan.id, host: identity.host.label };
  const id = await createRecordFolder(files, parent, name);
  const folder = join(parent, id);
  const { clock: clockFacts, ...said } = identity;
  const tally = createTally(plan, cells);
  const record: RunRecord = {
    schema: "corebook.record",
    version: 1,
    id,
    ...said,
    software: { name: "corebook", version: softwareVersion, runtime: `deno ${Deno.version.deno}` },
    clock: { ...clockFacts, originUtc: utc(originMs), endUtc: null, endNs: null },
    servers: [],
    plan,
    planSha256: canonicalSha256(plan),
    order: cells.map((cell) => cell.id),
    state: { kind: "running" },
    scenarios: [],
    totals: tally.totals(),
  };
  const session = await openSession({ files, clock, names, lock: await lockRun(folder) }, {
    folder,
    record,
    cells,
    tally,
    reasons: new Map(),
  });
  return await begun(session, () => session.save());
}

/** Does the first work of a session; if it cannot be done, the session is closed. */
export async function begun(session: Session, work: () => Promise<unknown>): Promise<Session> {
  try {
    await work();
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

/**
 * Opens the journal and goes on with what the start says is there. What a server or the system said
 * in words is freed of private names before it is kept.
 *
 * @param tools.names This machine's and its user's unless given.
 */
export async function openSession(
  { files, clock, lock, names = machineNames() }: {
    files: FileSystem;
    clock: Clock;
    lock: Disposable;
    names?: PrivateNames;
  },
  { folder, record: start, cells, tally, reasons }: SessionStart,
): Promise<Session> {
  const { plan } = start;
  const servers = [...start.servers];
  let { engine, calibration } = start;
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new RecordWriteError(messageOf(error), { cause: error });
    }
  };
  let journal: Journal;
  try {
    journal = await guarded(() => openJournal(files, recordFiles.journal(folder)));
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
  const outcome = (cell: ScenarioCell) =>
    outcomeOf(cell, tally.scenario(cell.id), plan, reasons.get(cell.id) ?? null);

  const view = (state: RunState = { kind: "running" }): RunRecord => {
    const over = state.kind !== "running";
    return {
      ...start,
      engine,
      calibration,
      servers,
      order: cells.map((cell) => cell.id),
      state: "reason" in state ? { ...state, reason: filterPrivate(state.reason, names) } : state,
      scenarios: cells.map(outcome),
      totals: tally.totals(),
      clock: {
        ...start.clock,
        endUtc: over ? utc(clock.wallMs()) : null,
        endNs: over ? clock.nowNs() : null,
      },
    };
  };

  return {
    id: start.id,
    folder,
    plan,
    cells,
    tally,
    commit: async (lines) => {
      const kept = lines.map((line) => withoutNames(line, names));
      await guarded(() => journal.append(kept));
      for (const line of kept) tally.add(line);
    },
    addServer: (server) => {
      servers.push(server.facts);
      engine = server.engine;
    },
    keepLog: async (server) => {
      const log = await server.log();
      if (log === null) return;
      const times = servers.filter(({ model }) => model === server.facts.model).length;
      const suffix = times > 1 ? `-${times}` : "";
      const path = join(folder, "data", `server-${server.facts.model}${suffix}.log`);
      await guarded(() => replaceFile(files, path, log));
    },
    calibrated: (after) => calibration = { before: calibration?.before ?? null, after },
    explain: (cell, reason) => reasons.set(cell.id, filterPrivate(reason, names)),
    outcome,
    view,
    save: async (state) => {
      const record = view(state);
      await guarded(() => writeRecordFile(files, folder, record));
      return record;
    },
    close: () => {
      journal.close();
      lock[Symbol.dispose]();
    },
  };
}

function withoutNames(line: Line, names: PrivateNames): Line {
  if (line.kind === "note") return { ...line, message: filterPrivate(line.message, names) };
  if (line.kind !== "response" || line.error === null) return line;
  const { code, message } = line.error;
  return { ...line, error: { code, message: filterPrivate(message, names) } };
}

function utc(wallMs: number): string {
  return new Date(wallMs).toISOString();
}
