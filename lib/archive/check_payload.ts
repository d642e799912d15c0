import { basename, join, resolve } from "node:path";
import { decodeLines } from "../base/byte_lines.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { readJson } from "../base/read_json.ts";
import { outcomeOf } from "../record/outcome.ts";
import { scenariosOf } from "../record/plan.ts";
import { readPublished } from "../record/published_read.ts";
import { readRecord, type StoredRecord, totalFaults } from "../record/read.ts";
import { findJournal } from "../record/read_journal.ts";
import type { ScenarioOutcome } from "../record/record.ts";
import { createTally, type Tally } from "../record/tally.ts";
import { decodeTelemetryLine } from "../record/telemetry.ts";
import { checkCrate, CRATE_FILE } from "./check_crate.ts";
import type { Fault } from "./fault.ts";
import { readTree } from "./tree.ts";
import { readWithdrawal } from "./withdrawal.ts";

/** What a folder's payload is, and what is wrong with it. */
export interface PayloadReport {
  kind: "record" | "published" | "withdrawal" | "unknown";
  /** As the payload itself says it; null when it cannot be read. */
  id: string | null;
  /** Where its numbers come from; null when it has none or cannot be read. */
  provenance: "measured" | "simulated" | "published" | null;
  /** One sentence on where the numbers come from. */
  statement: string | null;
  /** Only a record can be unfinished. */
  finished: boolean;
  faults: Fault[];
}

/** What is known of a payload before it is read. */
export function unreadPayload(): PayloadReport {
  return {
    kind: "unknown",
    id: null,
    provenance: null,
    statement: null,
    finished: true,
    faults: [],
  };
}

/**
 * Parses a folder's payload and holds what it says against itself: of a record, every line is read,
 * judged anew and counted, and the totals and each scenario's status must come out as `record.json`
 * has them. Checksums are `verifyBag`'s matter.
 */
export async function checkPayload(folder: string): Promise<PayloadReport> {
  const report = unreadPayload();
  const names = new Set(
    (await readTree(folder)).filter(({ kind }) => kind === "file").map(({ name }) => name),
  );
  const found = PAYLOADS.filter(({ file }) => names.has(file));
  if (found.length !== 1) {
    const parts = payloadMarks.join(", ");
    const message = found.length === 0
      ? `holds none of ${parts}`
      : "holds more than one of " + parts;
    report.faults.push({ code: "bad-record", file: "data", message });
    return report;
  }
  const { kind, file, check } = found[0];
  report.kind = kind;
  const guard = (file: string, check: () => Promise<void>) =>
    check().catch((error) => {
      if (!(error instanceof UserError)) throw error;
      report.faults.push({ code: "bad-record", file, message: messageOf(error) });
    });
  await guard(file, () => check(folder, report));
  if (names.has(CRATE_FILE)) {
    await guard(CRATE_FILE, async () => {
      const value = await readJson(join(folder, CRATE_FILE));
      const files = [...names].filter((name) => name.startsWith("data/"))
        .map((name) => name.slice("data/".length));
      for (const message of checkCrate(value, files)) {
        report.faults.push({ code: "bad-record", file: CRATE_FILE, message });
      }
    });
  }
  return report;
}

/** What a payload can be, by the file that it must have. */
const PAYLOADS: {
  kind: PayloadReport["kind"];
  file: string;
  check: (folder: string, report: PayloadReport) => Promise<void>;
}[] = [
  { kind: "record", file: "data/record.json", check: checkRecord },
  { kind: "published", file: "data/published.json", check: checkPublished },
  { kind: "withdrawal", file: "data/withdrawal.json", check: checkWithdrawal },
];

/** The files of which every payload has one. */
export const payloadMarks: readonly string[] = PAYLOADS.map(({ file }) => file);

async function checkPublished(folder: string, report: PayloadReport) {
  const { id, provenance } = await readPublished(join(folder, "data/published.json"));
  Object.assign(report, { id, provenance: provenance.kind, statement: provenance.statement });
}

async function checkWithdrawal(folder: string, report: PayloadReport) {
  const { bag, reason } = await readWithdrawal(folder);
  Object.assign(report, { id: bag, statement: reason });
}

async function checkRecord(folder: string, report: PayloadReport) {
  const stored = await readRecord(folder);
  const { record } = stored;
  report.id = record.id;
  report.provenance = record.provenance.kind;
  report.statement = record.provenance.statement;
  report.finished = record.state.kind !== "running";
  const fault = (message: string, file = "data/record.json") =>
    report.faults.push({ code: "bad-record", file, message });

  const name = basename(resolve(folder));
  if (name !== record.id) fault(`is the record ${record.id}, its folder is named ${name}`);
  if (!report.finished) fault("says that the run still goes on");
  for (const message of planFaults(stored)) fault(message);

  const tally = createTally(record.plan, record.scenarios);
  const known = new Set(record.scenarios.map(({ id }) => id));
  for await (const line of stored.everyLine()) {
    if ("damage" in line) fault(`line ${line.number}: ${line.damage}`, stored.journal);
    else if (line.value.kind !== "note" && !known.has(line.value.scenario)) {
      const { kind, scenario } = line.value;
      fault(`line ${line.number}: a ${kind} of the unknown scenario ${scenario}`, stored.journal);
    } else tally.add(line.value);
  }
  if (report.finished) {
    for (const message of totalFaults(record, tally.totals())) fault(message);
    for (const message of outcomeFaults(stored, tally)) fault(message);
  }
  await checkTelemetry(folder, fault);
}

/**
 * Where the scenarios of a record are not those of its plan. A resumed run may have run one again:
 * such an attempt has the planned one's id with a number behind it.
 */
function planFaults({ record }: StoredRecord): string[] {
  const cellOf = (cell: { model: string; promptTokens: number; concurrency: number }) =>
    [cell.model, cell.promptTokens, cell.concurrency].join(" ");
  const key = (cell: { id: string } & Parameters<typeof cellOf>[0]) => `${cell.id} ${cellOf(cell)}`;
  const planned = scenariosOf(record.plan);
  const isAgain = ({ id, resumed, ...cell }: ScenarioOutcome) =>
    resumed &&
    planned.some((first) =>
      cellOf(first) === cellOf(cell) && id.startsWith(`${first.id}-`) &&
      /^[1-9]\d*$/.test(id.slice(first.id.length + 1))
    );
  const faults: string[] = [];
  const sorted = (list: readonly string[]) => [...list].sort().join("\n");
  const listed = record.scenarios.filter((cell) => !isAgain(cell));
  if (sorted(listed.map(key)) !== sorted(planned.map(key))) {
    faults.push("lists other scenarios than its plan has");
  }
  if (sorted(record.order) !== sorted(record.scenarios.map(({ id }) => id))) {
    faults.push("gives an order of other scenarios than it lists");
  }
  return faults;
}

/** Where the status of a scenario is not what its lines show. */
function outcomeFaults({ record }: StoredRecord, tally: Tally): string[] {
  return record.scenarios.flatMap((said) => {
    const shown = outcomeOf(said, tally.scenario(said.id), record.plan, said.reason);
    return (["status", "roundsCompleted", "roundsPlanned"] as const)
      .filter((member) => said[member] !== shown[member])
      .map((member) =>
        `says ${member} ${said[member]} of ${said.id}, its lines show ${shown[member]}`
      );
  });
}

async function checkTelemetry(
  folder: string,
  fault: (message: string, file: string) => void,
): Promise<void> {
  const telemetry = await findJournal(folder, "telemetry");
  if (!telemetry) return;
  for await (const line of decodeLines(telemetry.chunks(), telemetry.name, decodeTelemetryLine)) {
    if ("damage" in line) fault(`line ${line.number}: ${line.damage}`, telemetry.name);
  }
}
