import { runCommand } from "../base/command.ts";
import { UserError } from "../base/errors.ts";
import { idSchema } from "../record/plan.ts";
import type { Host } from "../record/record.ts";

/**
 * The facts of this machine for the record: hardware and system, never its name. The label is the
 * user's; by default it is the first GPU's model or the CPU's.
 *
 * @throws {UserError} When the label cannot be part of a folder's name.
 */
export async function describeHost({ label }: { label?: string } = {}): Promise<Host> {
  if (label !== undefined && !idSchema.safeParse(label).success) {
    throw new UserError(
      `Cannot use ${
        JSON.stringify(label)
      } as the host's label: it may have letters, digits, '.', ` +
        "'_' and '-' and begins with a letter or digit.",
    );
  }
  const cpu = await cpuModel();
  const gpus = await nvidiaGpus();
  return {
    label: label ?? labelOf(gpus[0]?.name ?? cpu ?? `${Deno.build.os} ${Deno.build.arch}`),
    cpu,
    cores: navigator.hardwareConcurrency,
    memoryBytes: Deno.systemMemoryInfo().total,
    os: await systemName(),
    kernel: Deno.build.os === "linux" ? Deno.osRelease() : null,
    architecture: Deno.build.arch,
    gpus,
  };
}

/**
 * A name of hardware as an id: small letters, digits and hyphens, without marks and fillers.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { labelOf } from "./host.ts";
 *
 * assert.equal(labelOf("Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz"), "intel-xeon-e5-2680-v4");
 * assert.equal(labelOf("NVIDIA GeForce RTX 4090"), "nvidia-geforce-rtx-4090");
 * ```
 */
export function labelOf(name: string): string {
  const plain = name.replace(/\((R|TM|C)\)/gi, " ").replace(/@.*$/, "")
    .replace(/\b(CPU|Processor|\d+-Core)\b/gi, " ");
  const id = plain.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40)
    .replace(/-+$/, "");
  return id === "" ? "host" : id;
}

async function cpuModel(): Promise<string | null> {
  if (Deno.build.os === "darwin") {
    return await firstLine("sysctl", "-n", "machdep.cpu.brand_string");
  }
  const text = await readOrEmpty("/proc/cpuinfo");
  const named = /^model name\s*:\s*(.+)$/m.exec(text)?.[1]?.trim();
  if (named) return named;
  // on arm64 the kernel gives numbers only, which lscpu can name
  const listed = await output("lscpu", []);
  return /^Model name:\s*(.+)$/m.exec(listed ?? "")?.[1]?.trim() ?? null;
}

async function systemName(): Promise<string> {
  if (Deno.build.os === "darwin") {
    return `macOS ${await firstLine("sw_vers", "-productVersion") ?? ""}`.trim();
  }
  const text = await readOrEmpty("/etc/os-release");
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(text)?.[1] ?? Deno.build.os;
}

async function nvidiaGpus(): Promise<Host["gpus"]> {
  const text = await output("nvidia-smi", [
    "--query-gpu=name,driver_version,memory.total",
    "--format=csv,noheader,nounits",
  ]);
  return text === null ? [] : parseGpuList(text);
}

/** Reads the lines `name, driver, MiB`; a bracketed cell such as `[N/A]` is not known. */
export function parseGpuList(text: string): Host["gpus"] {
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => {
    const [name, driver, memory] = line.split(",").map((cell) => cell.trim());
    const mib = Number(memory);
    return {
      name,
      driver: driver && !driver.startsWith("[") ? driver : null,
      memoryBytes: Number.isInteger(mib) && mib > 0 ? mib * 1024 * 1024 : null,
    };
  });
}

async function readOrEmpty(path: string): Promise<string> {
  return await Deno.readTextFile(path).catch(() => "");
}

async function firstLine(program: string, ...args: string[]): Promise<string | null> {
  return (await output(program, args))?.split("\n")[0].trim() || null;
}

/** What a program prints; null when there is none or it fails. */
async function output(program: string, args: string[]): Promise<string | null> {
  try {
    const { code, stdout } = await runCommand(program, args, { timeoutMs: 20_000 });
    return code === 0 ? stdout : null;
  } catch {
    return null;
  }
}
