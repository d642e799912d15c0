import { UserError } from "../../lib/base/errors.ts";
import type { DeviceReading, TelemetrySampleLine } from "../../lib/record/telemetry.ts";
import { createSmiCsv } from "../../lib/run/telemetry/smi_csv.ts";
import { createTicks } from "../../lib/run/telemetry/ticks.ts";
import { localStamps } from "./local_stamps.ts";

/** A file that `nvidia-smi --query-gpu=... --format=csv` wrote. */
export interface SmiLog {
  /** One a moment, in the order of the file; times count from the first. */
  samples: TelemetrySampleLine[];
  headers: number;
  /** Lines that are neither a header nor a full row, and the driver's errors among them. */
  ignored: { line: number; text: string; driverError: boolean }[];
  /** What a reader must know of its times. */
  warnings: { code: "time-goes-back" | "gap"; after: number; seconds: number }[];
}

/**
 * Reads a log of nvidia-smi by the parts that read the running tool, so that recorded logs put them
 * to the test. A run stamps each line as it comes; a log has the tool's own stamps only.
 *
 * Rows in the order of the file are the truth of what came after what: a stamp that goes back begins
 * again at the time of the one before, and is warned of.
 *
 * @param options.columns The layout of a log without a header.
 * @param options.timeZone Zone of the stamps, an IANA name; without it a change of the clock shows
 * as a gap or as time that goes back.
 * @throws {UserError} When it has no header that names its columns, or a stamp is not certain.
 */
export function readSmiLog(
  text: string,
  { where, columns, timeZone }: { where: string; columns?: readonly string[]; timeZone?: string },
): SmiLog {
  const csv = createSmiCsv(columns);
  const stampOf = localStamps(timeZone ?? null);
  const ticks = createTicks<{ wallMs: number; toolTime: string }>(null);
  const log: SmiLog = { samples: [], headers: 0, ignored: [], warnings: [] };
  const found: { wallMs: number; toolTime: string; devices: DeviceReading[] }[] = [];
  const keep = (done: ReturnType<typeof ticks.add>) => {
    for (const { stamp, rows } of done) {
      found.push({ ...stamp, devices: rows.map(({ reading }) => reading) });
    }
  };
  text.split(/\r?\n/).forEach((content, at) => {
    const line = csv.feed(content);
    if (line.kind === "header") {
      log.headers++;
      keep(ticks.rest());
    }
    if (line.kind === "other") {
      if (log.headers === 0 && columns === undefined) throw noHeader(where, at + 1);
      const driverError = /NVML|NVIDIA-SMI|driver|unable to determine/i.test(line.text);
      log.ignored.push({ line: at + 1, text: line.text, driverError });
    }
    if (line.kind !== "row") return;
    const { time } = line.row;
    const wallMs = time === null ? null : stampOf(time);
    if (time === null || wallMs === null) {
      throw new UserError(
        `Cannot read ${where}:${at + 1}: ${JSON.stringify(time)} is no time as nvidia-smi ` +
          "prints it, YYYY/MM/DD HH:MM:SS",
      );
    }
    keep(ticks.add(line.row, { wallMs, toolTime: time }));
  });
  keep(ticks.rest());

  const usualMs = usual(found.slice(1).map(({ wallMs }, at) => wallMs - found[at].wallMs));
  let atMs = 0;
  found.forEach(({ wallMs, toolTime, devices }, at) => {
    const stepMs = at === 0 ? 0 : wallMs - found[at - 1].wallMs;
    const seconds = Math.round(Math.abs(stepMs)) / 1000;
    if (stepMs < 0) log.warnings.push({ code: "time-goes-back", after: at - 1, seconds });
    else if (stepMs > 2 * usualMs) log.warnings.push({ code: "gap", after: at - 1, seconds });
    atMs += Math.max(0, stepMs);
    log.samples.push({ kind: "sample", atNs: Math.round(atMs * 1e6), wallMs, toolTime, devices });
  });
  return log;
}

/** The lower median. */
function usual(steps: readonly number[]): number {
  return steps.length === 0 ? Infinity : steps.toSorted((a, b) => a - b)[(steps.length - 1) >> 1];
}

function noHeader(where: string, line: number): UserError {
  return new UserError(
    `Cannot read ${where}:${line}: it is no nvidia-smi export, no header names temperature.gpu, ` +
      "power.draw or another column of it.",
    { advice: "Name the columns as they were asked for, or export it with a header." },
  );
}
