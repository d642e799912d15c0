import { Command, InvalidArgumentError } from "commander";
import type { NotebookRun, RunProgress } from "../notebook/run_notebooks.ts";
import { parameterOption } from "./parameter_option.ts";

interface Options {
  parameter?: Record<string, string>;
  out: string;
  inPlace?: true;
  timeout: number;
  notebookTimeout: number;
  jobs?: number;
  kernelFlags?: string;
  json?: true;
}

/** `nb run`: executes notebooks and keeps every output. */
export function nbRunCommand(): Command {
  return new Command("run")
    .description("Execute notebooks, each in a Deno kernel of its own")
    .argument("<files...>", "notebooks")
    .option("-p, --parameter <name=value>", "set a parameter; may be repeated", parameterOption)
    .option("--out <dir>", "folder for the executed copies", "out")
    .option("--in-place", "write the outputs into the notebooks themselves")
    .option("--timeout <seconds>", "limit for each cell, 0 for none", seconds, 600)
    .option("--notebook-timeout <seconds>", "limit for each notebook, 0 for none", seconds, 0)
    .option("--jobs <n>", "notebooks side by side (default: one per core)", count)
    .option("--kernel-flags <flags>", "flags for `deno jupyter`, such as --unstable-kv")
    .option("--json", "print the results as JSON")
    .addHelpText("after", help)
    .action(async (files: string[], options: Options, command: Command) => {
      const { runNotebooks } = await import("../notebook/run_notebooks.ts");
      const { UserError } = await import("../base/errors.ts");
      if (options.inPlace && command.getOptionValueSource("out") === "cli") {
        throw new UserError("Cannot run with both --out and --in-place", { exitCode: 2 });
      }
      const stopped = new AbortController();
      const stop = () => stopped.abort();
      const signals: Deno.Signal[] = Deno.build.os === "windows"
        ? ["SIGINT"]
        : ["SIGINT", "SIGTERM", "SIGHUP"];
      for (const signal of signals) Deno.addSignalListener(signal, stop);
      const progress = await progressLines(files);
      let runs: NotebookRun[];
      try {
        runs = await runNotebooks(files, {
          outDir: options.inPlace ? undefined : options.out,
          inPlace: options.inPlace,
          parameters: options.parameter,
          timeoutSeconds: options.timeout,
          notebookTimeoutSeconds: options.notebookTimeout,
          jobs: options.jobs,
          kernelFlags: options.kernelFlags?.split(/\s+/).filter((flag) => flag !== ""),
          progress: progress.show,
          signal: stopped.signal,
        });
      } finally {
        progress.end();
        for (const signal of signals) Deno.removeSignalListener(signal, stop);
      }
      if (options.json) console.log(JSON.stringify(runs.map(summary), null, 2));
      else for (const run of runs) printRun(run);
      const failed = runs.filter((run) => run.status === "failed").length;
      if (stopped.signal.aborted) {
        throw new UserError("Stopped; what ran until then is written", { exitCode: 130 });
      }
      if (failed > 0) throw new UserError(`${failed} of ${runs.length} notebooks failed`);
    });
}

const help = `
Values of parameters are read by the type that the cell tagged "parameters"
declares; "nb params FILE" lists them. Cells tagged "skip-execution" are left
out, cells tagged "raises-exception" may fail. A V8 flag goes in through
DENO_V8_FLAGS. The executed copy is written also when a cell fails.
Exit status: 0 every notebook ran through, 1 one did not.

Examples:
  corebook nb run notebooks/*.ipynb
  corebook nb run report.ipynb -p rounds=3 -p model=tiny --out out/tiny
  corebook nb run report.ipynb --in-place --timeout 60`;

function printRun(run: NotebookRun): void {
  if (run.status === "completed") {
    console.log(`${run.path}: completed in ${run.seconds.toFixed(1)} s, written to ${run.outPath}`);
    return;
  }
  console.error(run.sentence);
  if (run.failure.stderr) {
    console.error(`The kernel wrote to stderr:\n${run.failure.stderr.replace(/^/gm, "  ")}`);
  }
  if (run.outPath !== null) console.error(`What ran is in ${run.outPath}`);
}

function summary({ notebook: _, ...run }: NotebookRun) {
  return run;
}

/** On a terminal one line per notebook that changes in place; elsewhere nothing. */
async function progressLines(files: string[]) {
  if (!Deno.stderr.isTerminal()) return { show: () => {}, end: () => {} };
  const { createLogUpdate } = await import("log-update");
  const { default: nodeProcess } = await import("node:process");
  const log = createLogUpdate(nodeProcess.stderr);
  const lines = new Map(files.map((file) => [file, `${file}: waiting`]));
  return {
    show: ({ path, state, done, of }: RunProgress) => {
      lines.set(path, `${path}: ${state}, ${done} of ${of} cells`);
      log([...lines.values()].join("\n"));
    },
    end: () => log.clear(),
  };
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value < 2_000_000) return value; // what a timer can wait
  throw new InvalidArgumentError("It must be a number of seconds from 0 to 2000000.");
}

function count(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1.");
}
