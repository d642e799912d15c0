/**
 * `nb run` beside nbconvert: cells whose outputs are lost or in a wrong place, time per cell, and
 * the time for the project's own notebooks. Figures, no verdict.
 *
 * @module
 */
import { basename, join } from "node:path";
import { runCommand } from "../../lib/base/command.ts";
import { project } from "../../lib/base/project.ts";
import {
  emptyNotebook,
  type Notebook,
  readNotebook,
  writeNotebook,
} from "../../lib/notebook/ipynb.ts";
import { Kernel } from "../../lib/notebook/kernel/kernel.ts";
import { installKernelspec } from "../../lib/notebook/kernel/kernelspec.ts";
import { compareOutputs, mixedNotebook, underLoad, withJoinedStreams } from "../nb_mixed.ts";
import { pythonOrSkip } from "../parts_python.ts";

const cells = 300;
const times = 5;
const folder = await Deno.makeTempDir({ prefix: "corebook-bench-" });
const python = await pythonOrSkip();
await installKernelspec(join(folder, "data"));

interface Tool {
  name: string;
  /** Executes the notebook into a file of that name in `out`; returns whether it succeeded. */
  run(path: string, out: string): Promise<boolean>;
}

const tools: Tool[] = [{
  name: "corebook nb run",
  run: (path, out) =>
    succeeds(Deno.execPath(), ["run", "-A", "lib/cli.ts", "nb", "run", path, "--out", out]),
}];
if (python.ready) {
  const nbconvert = join(python.bin, "jupyter-nbconvert");
  const args = ["--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=deno"];
  tools.push({
    name: "jupyter nbconvert",
    run: (path, out) => succeeds(nbconvert, [...args, "--output-dir", out, path]),
  });
}

async function succeeds(program: string, args: string[]): Promise<boolean> {
  const env = { JUPYTER_DATA_DIR: join(folder, "data"), NO_COLOR: "1" };
  const { code } = await runCommand(program, args, { cwd: project.root, env, timeoutMs: 600_000 });
  return code === 0;
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  return [await work(), performance.now() - start];
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] +
    sorted[Math.ceil((sorted.length - 1) / 2)]) /
    2;
}

async function lost(load: string): Promise<void> {
  const { notebook, expected } = mixedNotebook(cells);
  const path = join(folder, "mixed.ipynb");
  await writeNotebook(path, notebook);
  for (const tool of tools) {
    const wrong: number[] = [];
    const seconds: number[] = [];
    for (let i = 0; i < times; i++) {
      const out = join(folder, "out");
      const [, ms] = await timed(() => tool.run(path, out));
      const executed = withJoinedStreams(await readNotebook(join(out, "mixed.ipynb")));
      const { cells } = compareOutputs(executed, expected);
      wrong.push(cells);
      seconds.push(ms / 1000);
    }
    const total = wrong.reduce((sum, each) => sum + each, 0);
    console.log(
      `${tool.name}, ${load}: ${total} of ${cells * times} cells wrong (${wrong.join(", ")}), ` +
        `median ${median(seconds).toFixed(1)} s per run`,
    );
  }
}

async function perCell(): Promise<void> {
  await using kernel = await Kernel.start({ cwd: project.root });
  const times: number[] = [];
  for (let i = 0; i < 300; i++) {
    const [, ms] = await timed(() => kernel.execute("1", () => {}));
    times.push(ms);
  }
  console.log(`A trivial cell with its barrier: median ${median(times).toFixed(1)} ms`);
}

/** The notebooks that need no record of their own, and one that does nothing. */
async function ownNotebooks(): Promise<void> {
  const paths = [await trivialNotebook()];
  for await (const { name } of Deno.readDir(project.notebooks)) {
    if (!name.endsWith(".ipynb")) continue;
    const path = join(project.notebooks, name);
    if (!JSON.stringify((await readNotebook(path)).cells).includes("RECORD")) paths.push(path);
  }
  for (const path of paths.sort()) {
    const times: number[] = [];
    for (const tool of tools) {
      const runs: number[] = [];
      for (let i = 0; i < 3; i++) {
        const [success, ms] = await timed(() => tool.run(path, join(folder, "own")));
        runs.push(success ? ms : NaN);
      }
      times.push(median(runs));
    }
    const texts = times.map((ms, index) => `${tools[index].name} ${(ms / 1000).toFixed(2)} s`);
    const ratio = times.length === 2 ? `, ratio ${(times[0] / times[1]).toFixed(2)}` : "";
    console.log(`${basename(path)}: ${texts.join(", ")}${ratio}`);
  }
}

async function trivialNotebook(): Promise<string> {
  const path = join(folder, "trivial.ipynb");
  const notebook: Notebook = {
    ...emptyNotebook(),
    cells: [{
      cell_type: "code",
      id: "c1",
      metadata: {},
      source: "1",
      execution_count: null,
      outputs: [],
    }],
  };
  await writeNotebook(path, notebook);
  return path;
}

try {
  await perCell();
  await ownNotebooks();
  await lost("idle");
  await underLoad(() => lost("every core loaded"));
} finally {
  await Deno.remove(folder, { recursive: true });
}
