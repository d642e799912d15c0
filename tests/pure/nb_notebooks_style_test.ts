import assert from "node:assert/strict";
import { join } from "node:path";
import { commandLine } from "../../lib/cli.ts";
import { project } from "../../lib/base/project.ts";
import { type Notebook, readNotebook } from "../../lib/notebook/ipynb.ts";
import { commandFault } from "../command_fault.ts";

const names = [...Deno.readDirSync(project.notebooks)].map(({ name }) => name)
  .filter((name) => name.endsWith(".ipynb")).sort();
const notebooks = await Promise.all(
  names.map(async (name) => ({ name, ...await readNotebook(join(project.notebooks, name)) })),
);
const wordsOf = ({ cells }: Notebook) =>
  cells.flatMap((cell) => cell.cell_type === "markdown" ? [cell.source] : []);

Deno.test("each notebook asks one question at its start and tells its limits at its end", () => {
  for (const { name, cells } of notebooks) {
    const [first, last] = [cells[0], cells.at(-1)!];
    assert.match(first.source, /^# .+\n\n\*\*[A-Z][^*?]+\?\*\*\n/, name);
    assert.match(last.source, /^## Limits\n\n- /, name);
    const titles = wordsOf({ metadata: {}, cells }).join("\n").match(/^# .+/gm) ?? [];
    const comments = titles.filter((line) => /^# [a-z]/.test(line)); // of a shell
    assert.equal(titles.length - comments.length, 1, name);
  }
});

Deno.test("a code cell has ten lines at most", () => {
  for (const { name, cells } of notebooks) {
    for (const { cell_type, id, source } of cells) {
      const lines = source.split("\n").length;
      assert(cell_type !== "code" || lines <= 10, `${name}: cell ${id} has ${lines} lines`);
    }
  }
});

Deno.test("the first notebook leads to all others, and every link of a notebook to a file", async () => {
  const first = wordsOf(notebooks[0]).join("\n");
  for (const name of names.slice(1)) {
    assert(first.includes(`](${name})`), `${names[0]} does not lead to ${name}`);
  }
  for (const notebook of notebooks) {
    for (const [, link] of wordsOf(notebook).join("\n").matchAll(/\]\((?!https?:|#)([^)]+)\)/g)) {
      await Deno.stat(join(project.notebooks, link)).catch(() =>
        assert.fail(`${notebook.name} links to ${link}, which is not there`)
      );
    }
  }
});

Deno.test("commands that a notebook names exist, with their options", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(join(project.root, "deno.json")));
  const program = commandLine();
  for (const notebook of notebooks) {
    const text = wordsOf(notebook).join("\n").replaceAll("\\\n", " ")
      .replace(/"[^"\n]*"/g, "quoted");
    const calls = text.matchAll(/(?:deno task ([\w:]+)|`corebook)((?: +[^\s`#]+)*)/g);
    for (const [call, task, args] of calls) {
      assert(task === undefined || task in tasks, `${notebook.name}: ${call}`);
      if (task !== undefined && task !== "corebook") continue;
      const fault = commandFault(args.trim().split(/ +/), program);
      const isNamedOnly = task === undefined && fault?.endsWith("wants more"); // in a sentence
      assert(fault === null || isNamedOnly, `${notebook.name}: ${call}: ${fault}`);
    }
  }
});
