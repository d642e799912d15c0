import { messageOf } from "../base/errors.ts";
import { kernelEnvironment } from "./kernel/environment.ts";
import type { Kernelspec } from "./kernel/kernelspec.ts";

/** What a check found; `mend` is the command that mends it. */
export interface Diagnosis {
  check: string;
  status: "ok" | "warning" | "failure";
  found: string;
  mend: string | null;
}

/** What the doctor looks at; each probe rejects with the reason when something is wrong. */
export interface Machine {
  denoVersion: string;
  /** Starts a kernel, has it compute and returns how long that took. */
  startKernel(): Promise<{ seconds: number; diesWithParent: boolean }>;
  kernelspec(): Promise<Kernelspec | null>;
  isProgram(path: string): Promise<boolean>;
  /** Version of JupyterLab; null when it is not installed. */
  jupyterLab(): Promise<string | null>;
  /** Fetches a small package; null when that was not asked for. */
  fetchNpm: (() => Promise<void>) | null;
  fetchJsr: (() => Promise<void>) | null;
  /** Folders that must be writable, by what they are for. */
  folders: { what: string; path: string }[];
  canWrite(path: string): Promise<boolean>;
}

/** The oldest Deno whose kernel sends the errors of cells (denoland/deno PR 35328). */
const oldestDeno = [2, 9, 0];

/** Looks at everything a notebook needs, and tells for each thing wrong how to mend it. */
export async function diagnose(machine: Machine): Promise<Diagnosis[]> {
  return [
    checkDeno(machine.denoVersion),
    await checkKernel(machine),
    ...await checkKernelspec(machine),
    await checkJupyterLab(machine),
    ...await checkNetwork(machine),
    ...await Promise.all(machine.folders.map((folder) => checkFolder(machine, folder))),
  ];
}

function checkDeno(version: string): Diagnosis {
  const parts = version.split(".").map((part) => Number.parseInt(part, 10));
  const difference = oldestDeno.map((oldest, index) => (parts[index] ?? 0) - oldest)
    .find((each) => each !== 0) ?? 0;
  return difference >= 0
    ? ok("Deno", version)
    : failure("Deno", `${version}, older than ${oldestDeno.join(".")}`, "deno upgrade");
}

async function checkKernel(machine: Machine): Promise<Diagnosis> {
  try {
    const { seconds, diesWithParent } = await machine.startKernel();
    const how = diesWithParent ? "by the system" : "by a watch of its own";
    return ok("Kernel", `computes after ${seconds.toFixed(1)} s; ends with the tool ${how}`);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const found = `the kernel ${messageOf(error)}${stderr ? `: ${stderr.split("\n").at(-1)}` : ""}`;
    return failure("Kernel", found, "deno upgrade");
  }
}

async function checkKernelspec(machine: Machine): Promise<Diagnosis[]> {
  const name = "Kernel in Jupyter and VS Code";
  const install = "deno task corebook nb kernel install";
  try {
    const spec = await machine.kernelspec();
    if (spec === null) return [warning(name, "not registered", install)];
    const [program] = spec.argv;
    if (!await machine.isProgram(program)) {
      return [failure(name, `${spec.path} names ${program}, which is not there`, install)];
    }
    const wrong = Object.entries(kernelEnvironment)
      .filter(([variable, value]) => spec.env[variable] !== value)
      .map(([variable, value]) => `${variable}=${value}`);
    return wrong.length === 0
      ? [ok(name, spec.path)]
      : [warning(name, `${spec.path} does not set ${wrong.join(", ")}`, install)];
  } catch (error) {
    return [failure(name, messageOf(error), install)];
  }
}

async function checkJupyterLab(machine: Machine): Promise<Diagnosis> {
  const version = await machine.jupyterLab();
  return version === null
    ? warning("JupyterLab", "not installed; nb run does not need it", "pip install jupyterlab")
    : ok("JupyterLab", version);
}

async function checkNetwork(machine: Machine): Promise<Diagnosis[]> {
  const checks = [
    { name: "npm", fetch: machine.fetchNpm, need: "a first install needs it" },
    { name: "JSR", fetch: machine.fetchJsr, need: "this project does not need it" },
  ];
  return await Promise.all(checks.flatMap(({ name, fetch, need }) =>
    fetch === null ? [] : [
      fetch().then(
        () => ok(name, "reachable"),
        (error) =>
          warning(
            name,
            `not reachable; ${need} (${messageOf(error)})`,
            name === "npm" ? "export NPM_CONFIG_REGISTRY=<a registry that you can reach>" : null,
          ),
      ),
    ]
  ));
}

async function checkFolder(
  machine: Machine,
  { what, path }: { what: string; path: string },
): Promise<Diagnosis> {
  return await machine.canWrite(path)
    ? ok(what, path)
    : failure(what, `${path} is not writable`, `chmod u+rwx ${path}`);
}

function ok(check: string, found: string): Diagnosis {
  return { check, status: "ok", found, mend: null };
}

function warning(check: string, found: string, mend: string | null): Diagnosis {
  return { check, status: "warning", found, mend };
}

function failure(check: string, found: string, mend: string): Diagnosis {
  return { check, status: "failure", found, mend };
}
