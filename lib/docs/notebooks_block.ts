import { markdownTable } from "./markdown_table.ts";
import { savedBench } from "./saved_bench.ts";

/** What `tests/bench/nb_run.ts` found on one machine, as it lies in `data/bench`. */
export interface NotebooksBench {
  schema: "corebook.bench.notebooks";
  version: 1;
  /** Day of the run, as 2026-01-31. */
  date: string;
  machine: string;
  runtime: string;
  /** Version of the nbconvert beside it; null where none could be installed. */
  nbconvert: string | null;
  /** Times are medians of so many runs, the tools in turn. */
  repeats: number;
  /** A trivial cell with its barrier, median of 300. */
  cellMs: number;
  /** Notebooks of short cells with mixed outputs: cells that lack an output or have another's. */
  lossless: {
    load: "idle" | "every core loaded";
    cells: number;
    wrong: number;
    peerWrong: number | null;
  }[];
  /** Wall time of the whole command. */
  notebooks: { name: string; seconds: number; peerSeconds: number | null }[];
}

/** The committed figures as Markdown. */
export async function notebooksBlock(): Promise<string> {
  return notebooksMarkdown(await savedBench<NotebooksBench>("notebooks"));
}

/** Lost outputs and wall times, beside nbconvert's. */
export function notebooksMarkdown(bench: NotebooksBench): string {
  const { date, machine, runtime, nbconvert, repeats, cellMs, lossless, notebooks } = bench;
  const peer = nbconvert === null ? "nbconvert (not there)" : `nbconvert ${nbconvert}`;
  return [
    `Found by \`deno run -A tests/bench/nb_run.ts --write\` on ${date} on ${machine}, ${runtime}. ` +
    `A trivial cell takes ${
      cellMs.toFixed(1)
    } ms with its barrier (median). Times are of the whole ` +
    `command, medians of ${repeats} runs, the two in turn.`,
    markdownTable(
      ["cells with a lost, doubled or misplaced output", "nb run", peer],
      lossless.map(({ load, cells, wrong, peerWrong }) => [
        `of ${cells.toLocaleString("en")}, ${load}`,
        String(wrong),
        peerWrong === null ? "" : String(peerWrong),
      ]),
    ),
    markdownTable(
      ["notebook", "nb run, s", `${peer}, s`, "ratio"],
      [...notebooks, sumOf(notebooks)].map(({ name, seconds, peerSeconds }) => [
        name,
        seconds.toFixed(2),
        peerSeconds?.toFixed(2) ?? "",
        peerSeconds === null ? "" : (seconds / peerSeconds).toFixed(2),
      ]),
    ),
  ].join("\n\n");
}

/** The project's own notebooks together, which have numbers. */
function sumOf(notebooks: NotebooksBench["notebooks"]): NotebooksBench["notebooks"][number] {
  const own = notebooks.filter(({ name }) => /^[0-9]/.test(name));
  const sum = (values: (number | null)[]) =>
    values.reduce<number | null>(
      (total, each) => total === null || each === null ? null : total + each,
      0,
    );
  return {
    name: `the ${own.length} of the project together`,
    seconds: sum(own.map(({ seconds }) => seconds))!,
    peerSeconds: sum(own.map(({ peerSeconds }) => peerSeconds)),
  };
}
