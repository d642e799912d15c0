import type { Clock } from "../../base/clock.ts";
import type { FileSystem } from "../../base/file_system.ts";
import { findLinuxSensors } from "./linux_sensors.ts";
import { findSmi } from "./smi_source.ts";
import type { FoundSource } from "./source.ts";

/**
 * Finds what tells of this machine's heat: nvidia-smi where it is installed, else the sensors of
 * Linux. An nvidia-smi that is there and fails is a failure: other sensors would not tell of the GPU.
 */
export async function findTelemetrySource(
  { clock, files }: { clock: Clock; files: FileSystem },
): Promise<FoundSource> {
  const smi = await findSmi({ clock });
  if (smi.kind !== "absent") return smi;
  return Deno.build.os === "linux" ? await findLinuxSensors({ clock, files }) : smi;
}
