import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { FileSystem } from "../../base/file_system.ts";
import { filterPrivate } from "../../record/privacy.ts";
import { type DeviceReading, emptyReading } from "../../record/telemetry.ts";
import { findLinuxFiles, type LinuxFiles } from "./linux_files.ts";
import type { FoundSource } from "./source.ts";

/**
 * Finds the sensors of a Linux host without nvidia-smi and reads them once a second.
 *
 * @param options.root `/sys/class`, or a stand-in.
 */
export async function findLinuxSensors(
  { clock, files, root = "/sys/class", intervalMs = 1000 }: {
    clock: Clock;
    files: FileSystem;
    root?: string;
    intervalMs?: number;
  },
): Promise<FoundSource> {
  const found = await findLinuxFiles(files, root);
  const { devices, numbers } = found;
  if (devices.length === 0) return { kind: "absent" };
  return {
    kind: "found",
    source: {
      facts: {
        tool: "linux-sensors",
        version: null,
        fields: numbers.map(({ path }) => path.slice(root.length + 1)),
        devices,
      },
      first: await readAll(files, found),
      events: async function* (signal) {
        for (let dueNs = clock.nowNs(); !signal.aborted; dueNs += intervalMs * 1e6) {
          const stamp = { atNs: clock.nowNs(), wallMs: clock.wallMs() };
          const devices = await readAll(files, found);
          yield { kind: "reading", ...stamp, toolTime: null, devices };
          const waitMs = (dueNs - clock.nowNs()) / 1e6 + intervalMs;
          await clock.sleep(Math.max(0, waitMs), signal).catch(() => {});
        }
      },
    },
  };
}

async function readAll(
  files: FileSystem,
  { devices, numbers }: LinuxFiles,
): Promise<DeviceReading[]> {
  const readings = devices.map(({ device }) => emptyReading(device));
  await Promise.all(numbers.map(async ({ device, member, path, scale, plausible, below }) => {
    const reading = readings.find((each) => each.device === device)!;
    let words: string;
    try {
      words = new TextDecoder().decode(await files.read(path)).trim();
      const value = /^-?\d+$/.test(words) ? Number(words) * scale : NaN;
      const amount = below === undefined ? value : below - value;
      if (amount >= plausible[0] && amount <= plausible[1]) {
        reading[member] = amount;
        return;
      }
    } catch (error) {
      words = messageOf(error);
    }
    reading.missing[member] = filterPrivate(words) || "(empty)";
  }));
  return readings;
}
