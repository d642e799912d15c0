import { join } from "node:path";
import type { FileSystem } from "../../base/file_system.ts";
import type { TelemetrySourceLine } from "../../record/telemetry.ts";
import type { AmountName } from "./smi_fields.ts";

/** hwmon drivers of processors (CPU, or a GPU that nvidia-smi does not know). */
const processors: Record<string, "cpu" | "gpu"> = {
  coretemp: "cpu",
  k10temp: "cpu",
  zenpower: "cpu",
  cpu_thermal: "cpu",
  soc_thermal: "cpu",
  via_cputemp: "cpu",
  amdgpu: "gpu",
  i915: "gpu",
  xe: "gpu",
};

/** Which of a chip's temperatures stands for it: one only, since reading each core disturbs it. */
const preferred = [/^Package id/, /^Tdie/, /^Tctl/, /^junction/, /^edge/];

/** A file that holds one number. */
export interface NumberFile {
  device: string;
  member: AmountName;
  path: string;
  /** What a unit of the file is in the member's. */
  scale: number;
  plausible: readonly [number, number];
  /** The number counts down to this one, in the member's unit. */
  below?: number;
}

/** What a Linux system shows of its processors. */
export interface LinuxFiles {
  devices: TelemetrySourceLine["devices"];
  numbers: NumberFile[];
}

/**
 * Finds the temperature sensors of processors (hwmon, else the thermal zones), and the energy
 * counters of RAPL, which most systems let only root read. What is not there or cannot be read is
 * left out.
 *
 * @param root `/sys/class`, or a stand-in.
 */
export async function findLinuxFiles(files: FileSystem, root: string): Promise<LinuxFiles> {
  const look: Look = { files, devices: [], numbers: [] };
  await findHwmon(look, join(root, "hwmon"));
  if (!look.devices.some(({ device }) => device.startsWith("cpu"))) {
    await findZones(look, join(root, "thermal"));
  }
  await findRapl(look, join(root, "powercap"));
  const { devices, numbers } = look;
  return { devices, numbers };
}

interface Look extends LinuxFiles {
  files: FileSystem;
}

function add({ devices }: Look, kind: string, name: string, range: number | null = null): string {
  const device = `${kind}${devices.filter((each) => each.device.startsWith(kind)).length}`;
  devices.push({ device, name, energyRangeMicrojoules: range });
  return device;
}

async function findHwmon(look: Look, folder: string): Promise<void> {
  for (const chip of await names(look.files, folder)) {
    const at = join(folder, chip);
    const driver = await text(look.files, join(at, "name"));
    const kind = driver === null ? undefined : processors[driver];
    if (kind === undefined) continue;
    const inputs = (await names(look.files, at)).filter((name) => /^temp\d+_input$/.test(name));
    const labels = await Promise.all(inputs.map(async (name) => ({
      stem: join(at, name.slice(0, -"_input".length)),
      label: await text(look.files, join(at, name.replace("_input", "_label"))) ?? "",
    })));
    const chosen = preferred.flatMap((like) => labels.filter(({ label }) => like.test(label)))[0] ??
      labels[0];
    if (!chosen) continue;
    const device = add(look, kind, [driver, chosen.label].filter((part) => part).join(" "));
    const input = { device, path: `${chosen.stem}_input`, scale: 1e-3 };
    look.numbers.push({ ...input, member: "celsius", plausible: [0, 130] });
    const critical = await number(look.files, `${chosen.stem}_crit`);
    if (critical !== null && critical > 0) {
      const below = critical / 1000;
      look.numbers.push({ ...input, member: "marginCelsius", plausible: [-130, 130], below });
    }
    const power = join(at, "power1_average");
    if (await number(look.files, power) !== null) {
      const plausible = [0, 5000] as const;
      look.numbers.push({ device, member: "powerWatts", path: power, scale: 1e-6, plausible });
    }
  }
}

async function findZones(look: Look, folder: string): Promise<void> {
  for (const zone of await names(look.files, folder)) {
    const type = await text(look.files, join(folder, zone, "type"));
    if (!zone.startsWith("thermal_zone") || type === null || !/cpu|pkg|soc/i.test(type)) continue;
    const path = join(folder, zone, "temp");
    if (await number(look.files, path) === null) continue;
    const device = add(look, "cpu", type);
    look.numbers.push({ device, member: "celsius", path, scale: 1e-3, plausible: [0, 130] });
  }
}

async function findRapl(look: Look, folder: string): Promise<void> {
  for (const zone of await names(look.files, folder)) {
    const name = await text(look.files, join(folder, zone, "name"));
    if (!/^intel-rapl:\d+$/.test(zone) || !name?.startsWith("package")) continue;
    const path = join(folder, zone, "energy_uj");
    if (await number(look.files, path) === null) continue;
    const range = await number(look.files, join(folder, zone, "max_energy_range_uj"));
    const device = add(look, "rapl", `RAPL ${name}`, range === 0 ? null : range);
    const plausible = [0, Number.MAX_SAFE_INTEGER] as const;
    look.numbers.push({ device, member: "energyMicrojoules", path, scale: 1, plausible });
  }
}

async function names(files: FileSystem, folder: string): Promise<string[]> {
  try {
    return (await files.list(folder)).map(({ name }) => name)
      .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  } catch {
    return [];
  }
}

async function text(files: FileSystem, path: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await files.read(path)).trim();
  } catch {
    return null;
  }
}

async function number(files: FileSystem, path: string): Promise<number | null> {
  const found = await text(files, path);
  return found !== null && /^-?\d+$/.test(found) ? Number(found) : null;
}
