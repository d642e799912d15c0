/**
 * `nb run` beside nbconvert: cells whose outputs are lost or in a wrong place, time per cell, and
 * the time for the project's own notebooks. Figures, no verdict; `--write` keeps them under
 * `data/bench`, `--quick` runs everything once.
 *
 * @module
 */
import { basename, join } from "node:path";
import { runCommand } from "../../lib/base/command.ts";
import { project } from "../../lib/base/project.ts";
import { type NotebooksBench, notebooksMarkdown } from "../../lib/docs/notebooks_block.ts";
import { describeHost } from "../../lib/engine/host.ts";
import { type Notebook, readNotebook, writeNotebook } from "../../lib/notebook/ipynb.ts";
import { Kernel } from "../../lib/notebook/kernel/kernel.ts";
import { installKernelspec } from "../../lib/notebook/kernel/kernelspec.ts";
import type { RecordSpec } from "../records/build_record.ts";
import { compareOutputs, mixedNotebook, underLoad, withJoinedStreams } from "../notebooks/mixed.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";
import { pythonOrSkip } from "../parts/python.ts";
import { codeNotebook } from "../notebooks/code_cell.ts";

const quick = Deno.args.includes("--quick");
const cells = 300;
const times = quick ? 1 : 5;
const repeats = quick ? 1 : 3;
const python = await pythonOrSkip();
// below the project, whose deno.json the notebooks need
const folder = join(project.out, `bench-${crypto.randomUUID()}`);
await Deno.mkdir(join(folder, "out"), { recursive: true });
await installKernelspec(join(folder, "data"));

interface Tool {
  name: string;
  /** Executes the notebook into a file of that name in `out`. */
  run(path: string, out: string): Promise<void>;
}

const tools: Tool[] = [{
  name: "nb run",
  run: (path, out) =>
    execute(Deno.execPath(), ["run", "-A", "lib/cli.ts", "nb", "run", path, "--out", out]),
}];
if (python.ready) {
  const nbconvert = join(python.bin, "jupyter-nbconvert");
  const args = ["--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=deno"];
  tools.push({
    name: "nbconvert",
    run: (path, out) => execute(nbconvert, [...args, "--output-dir", out, path]),
  });
}

async function execute(program: string, args: string[]): Promise<void> {
  const env = { JUPYTER_DATA_DIR: join(folder, "data"), NO_COLOR: "1" };
  const options = { cwd: project.root, env, timeoutMs: 600_000 };
  const { code, stderr } = await runCommand(program, args, options);
  if (code !== 0) throw new Error(`${basename(program)} ${args.join(" ")}: ${stderr.slice(-2000)}`);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

async function cellMs(): Promise<number> {
  await using kernel = await Kernel.start({ cwd: project.root });
  const all: number[] = [];
  for (let i = 0; i < 300; i++) all.push(await seconds(() => kernel.execute("1", () => {})));
  return median(all) * 1000;
}

async function lossless(
  load: NotebooksBench["lossless"][number]["load"],
): Promise<NotebooksBench["lossless"][number]> {
  const { notebook, expected } = mixedNotebook(cells);
  const path = join(folder, "mixed.ipynb");
  await writeNotebook(path, notebook);
  const wrong = tools.map(() => 0);
  for (let i = 0; i < times; i++) {
    for (const [at, tool] of tools.entries()) {
      await tool.run(path, join(folder, "out"));
      const executed = withJoinedStreams(await readNotebook(join(folder, "out", "mixed.ipynb")));
      wrong[at] += compareOutputs(executed, expected).cells;
    }
  }
  return { load, cells: cells * times, wrong: wrong[0], peerWrong: wrong[1] ?? null };
}

async function timesOf(path: string): Promise<NotebooksBench["notebooks"][number]> {
  const all: number[][] = tools.map(() => []);
  for (let i = 0; i < repeats; i++) {
    for (const [at, tool] of tools.entries()) {
      all[at].push(await seconds(() => tool.run(path, join(folder, "out"))));
    }
  }
  const [own, peer] = all.map(median);
  return { name: basename(path, ".ipynb"), seconds: own, peerSeconds: peer ?? null };
}

/** One cell that does nothing, and the notebooks that measure nothing, with a committed record. */
async function notebooksToTime(): Promise<string[]> {
  const paths = [join(folder, "one-trivial-cell.ipynb")];
  await writeNotebook(paths[0], codeNotebook(["1"]));
  for (const { name } of Deno.readDirSync(project.notebooks)) {
    if (!name.endsWith(".ipynb")) continue;
    const notebook = await readNotebook(join(project.notebooks, name));
    const text = notebook.cells.map(({ source }) => source).join("\n");
    if (text.includes("runPlan")) continue;
    const path = join(folder, name);
    await writeNotebook(path, await withRecords(name, notebook));
    paths.push(path);
  }
  return paths.sort();
}

const hour: RecordSpec = {
  id: "soak",
  plan: { promptTokens: [2048], concurrency: [4], soak: { minimumSeconds: 3600 } },
  rounds: () => 200,
  timing: () => ({ ttftNs: 4e9, responseNs: 20e9 }),
};

/** The notebook with committed or new records in place of those that a reader names. */
async function withRecords(name: string, notebook: Notebook): Promise<Notebook> {
  const [first, second] = name.includes("compare")
    ? [await writeSealedRecord(folder, { id: "a" }), await writeSealedRecord(folder, { id: "b" })]
    : name.includes("soak")
    ? [await writeSealedRecord(folder, hour)]
    : ["data/simulated/2026-01-01T000000Z_core-1.1_simulated"];
  const cells = notebook.cells.map((cell) => ({
    ...cell,
    source: cell.cell_type === "code"
      ? cell.source.replace('"RECORD"', `"${first}"`).replace('"RECORD"', `"${second}"`)
      : cell.source,
  }));
  return { ...notebook, cells };
}

try {
  const host = await describeHost();
  const notebooks = await notebooksToTime();
  const bench: NotebooksBench = {
    schema: "corebook.bench.notebooks",
    version: 1,
    date: new Date().toISOString().slice(0, 10),
    machine: `${host.cores} cores (${host.cpu ?? host.architecture}), ${host.os}`,
    runtime: `deno ${Deno.version.deno}`,
    nbconvert: python.ready ? await versionOf(join(python.bin, "jupyter-nbconvert")) : null,
    repeats,
    cellMs: await cellMs(),
    notebooks: await Array.fromAsync(notebooks, timesOf),
    lossless: [
      await lossless("idle"),
      await underLoad(() => lossless("every core loaded")),
    ],
  };
  console.log(notebooksMarkdown(bench));
  if (Deno.args.includes("--write")) {
    const path = join(project.data, "bench", "notebooks.json");
    await Deno.writeTextFile(path, `${JSON.stringify(bench, null, 2)}\n`);
    console.log(`\nWrote ${path.slice(project.root.length)}. Now: deno task docs`);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function versionOf(program: string): Promise<string> {
  return (await runCommand(program, ["--version"], { timeoutMs: 60_000 })).stdout.trim();
}
