import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { FileSystem } from "../../base/file_system.ts";
import type { ThermalRules } from "../../record/plan.ts";
import { filterPrivate } from "../../record/privacy.ts";
import type { DeviceReading, TelemetryLine } from "../../record/telemetry.ts";
import { recordFiles } from "../../record/record_files.ts";
import { cutTornEnd } from "../../record/torn_end.ts";
import { openJournal } from "../../record/write_journal.ts";
import type { ThermalGuard, ThermalReading, ThermalTrip } from "../guard.ts";
import { watchWallClock } from "../wall_clock.ts";
import type { SourceEvent, TelemetrySource } from "./source.ts";
import { createThermalWatch, type ThermalFinding } from "./thermal_watch.ts";
import { worstOf } from "./worst_reading.ts";

/** A silence of the source that is noted as a gap; readings come once a second. */
const GAP_NS = 2.5e9;

/**
 * Begins to watch the machine: every reading goes to `telemetry.jsonl` of the record and is judged
 * by the plan's rules. With `"sensor": "none"` it is recorded and never stops the run. Resolves when
 * the first reading has come, or none will.
 *
 * The guard's `stop` rejects when the readings could not be written; with a required sensor the run
 * is stopped as soon as they cannot.
 *
 * @param options.folder The record's.
 */
export async function startTelemetry(
  { rules, source, clock, files, folder }: {
    rules: ThermalRules;
    source: TelemetrySource;
    clock: Clock;
    files: FileSystem;
    folder: string;
  },
): Promise<ThermalGuard> {
  const path = recordFiles.telemetry(folder);
  const tornBytes = await cutTornEnd(files, path);
  const journal = await openJournal<TelemetryLine>(files, path);
  const over = new AbortController();
  const watch = createThermalWatch(rules);
  const wallClockMoved = watchWallClock(clock);
  const trip = Promise.withResolvers<ThermalTrip>();
  const begun = Promise.withResolvers<void>();
  const doubted = new Set<string>();
  let reading: ThermalReading | null = null;
  let heardNs = clock.nowNs();
  let found: ThermalFinding | null = null;

  // a slow disk keeps neither the next reading nor the stop waiting
  let written: Promise<unknown> = Promise.resolve();
  let broken: unknown = null;
  const write = (...lines: TelemetryLine[]) => {
    written = written.then(() => broken === null ? journal.append(lines) : undefined)
      .catch((error) => {
        broken = error;
        // heat that is not recorded is not watched over
        if (!over.signal.aborted) {
          judge(watch.ended(`it could not be written: ${messageOf(error)}`));
        }
      });
  };
  const note = (code: string, message: string) =>
    write({ kind: "note", atNs: clock.nowNs(), code, message: filterPrivate(message) });

  const judge = (finding: ThermalFinding | null) => {
    if (finding === null || found !== null || rules.sensor === "none") return;
    found = finding;
    note(finding.code, finding.reason);
    trip.resolve({ reason: filterPrivate(finding.reason), atNs: clock.nowNs() });
    begun.resolve();
  };

  const take = (event: SourceEvent) => {
    if (event.kind === "remark") return note(event.code, event.message);
    if (event.kind === "failed") {
      note("reading-failed", event.message);
      return judge(watch.failed(event.message));
    }
    const moved = wallClockMoved();
    if (moved) note("wall-clock-moved", moved);
    const gapNs = event.atNs - heardNs;
    if (reading !== null && gapNs > GAP_NS) {
      note("gap", `No reading for ${(gapNs / 1e9).toFixed(1)} s`);
    }
    heardNs = event.atNs;
    for (const [what, words] of implausible(event.devices)) {
      if (!doubted.has(what)) note("implausible-value", `Not taken for ${what}: ${words}`);
      doubted.add(what);
    }
    const { kind: _, ...told } = event;
    write({ kind: "sample", ...told });
    reading = worstOf(event.atNs, event.devices);
    judge(watch.add(event.devices));
    begun.resolve();
  };

  const read = async () => {
    let why = "it ended";
    try {
      for await (const event of source.events(over.signal)) take(event);
    } catch (error) {
      why = messageOf(error);
    }
    if (over.signal.aborted) return;
    note("source-ended", why);
    judge(watch.ended(why));
    begun.resolve();
  };

  /** Sleeps until the silence would be too long; woken once for each such span, not each reading. */
  const listen = async () => {
    const silenceNs = rules.silenceSeconds * 1e9;
    while (!over.signal.aborted && found === null) {
      const leftNs = heardNs + silenceNs - clock.nowNs();
      if (leftNs > 0) await clock.sleep(leftNs / 1e6, over.signal).catch(() => {});
      else {
        note("silence", `No reading for ${rules.silenceSeconds} s`);
        judge(watch.silent(rules.silenceSeconds));
        begun.resolve();
        if (rules.sensor === "none") return;
      }
    }
  };

  if (tornBytes > 0) note("torn-line", `Cut ${tornBytes} bytes of a torn last line`);
  write({ kind: "source", atNs: clock.nowNs(), wallMs: clock.wallMs(), ...source.facts });
  const watching = Promise.all([read(), listen()]);
  await begun.promise;

  return {
    reading: () => reading,
    tripped: trip.promise,
    stop: async () => {
      over.abort();
      await watching;
      await written;
      journal.close();
      if (broken === null) return;
      await cutTornEnd(files, path).catch(() => {}); // a full disk may not even take this
      throw broken;
    },
  };
}

/** Numbers that no device can have, such as a driver's marker for "unknown". */
function implausible(devices: readonly DeviceReading[]): [what: string, words: string][] {
  return devices.flatMap(({ device, missing }) =>
    Object.entries(missing).filter(([, words]) => /^[-+]?\d/.test(words))
      .map(([member, words]): [string, string] => [`${member} of ${device}`, words])
  );
}
