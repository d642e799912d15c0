import { dirname, join } from "node:path";
import { readTree } from "../archive/tree.ts";
import { UserError } from "../base/errors.ts";
import { executeNotebook } from "../notebook/run_execute.ts";
import { failureSentence } from "../notebook/run_failure.ts";
import type { Notebook } from "../notebook/ipynb.ts";
import { compareFigures } from "./compare_figures.ts";
import { compareTables } from "./compare_tables.ts";
import { type Place, shownFigures, shownTables } from "./shown.ts";
import type { Check, Checked } from "./verdict.ts";

/**
 * Executes an attachment's notebook again in a copy of the attachment, with the sources and records
 * inside, and holds what it shows against what it showed. This also reaches the tables that only the
 * notebook's own code can make. It runs that code with all permissions.
 *
 * @throws {UserError} When the notebook fails.
 */
export async function executeAgain(
  root: string,
  path: string,
  notebook: Notebook,
): Promise<Checked[]> {
  const copy = await Deno.makeTempDir({ prefix: "corebook-execute-" });
  try {
    for (const { name, kind } of await readTree(root)) {
      if (kind !== "file") continue;
      await Deno.mkdir(dirname(join(copy, name)), { recursive: true });
      await Deno.copyFile(join(root, name), join(copy, name));
    }
    const { notebook: again, failure } = await executeNotebook(notebook, {
      cwd: dirname(join(copy, path)),
    });
    if (failure !== null) throw new UserError(failureSentence(path, failure));
    return comparison(notebook, again);
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

function comparison(notebook: Notebook, again: Notebook): Checked[] {
  const against = "the notebook executed again";
  const pairs = <T extends Place>(all: T[], others: T[]) =>
    all.map((one) => ({
      one,
      other: others.find(({ cell, output }) => cell === one.cell && output === one.output),
    }));
  const missing = (printed: string): Check[] => [
    { verdict: "different", place: "the output", printed, recomputed: null },
  ];
  return [
    ...pairs(shownTables(notebook), shownTables(again)).map(({ one, other }) => ({
      subject: `table ${one.table.id}, cell ${one.number} (${one.cell})`,
      against,
      checks: other ? compareTables(one.table, other.table).checks : missing(one.table.caption),
    })),
    ...pairs(shownFigures(notebook), shownFigures(again)).map(({ one, other }) => ({
      subject: `figure ${one.label}, cell ${one.number} (${one.cell})`,
      against,
      checks: other ? compareFigures(one.svg, other.svg) : missing(one.title),
    })),
  ];
}
