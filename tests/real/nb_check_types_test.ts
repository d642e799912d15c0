import assert from "node:assert/strict";
import { join } from "node:path";
import { project } from "../../lib/base/project.ts";
import { checkNotebooks } from "../../lib/notebook/check/check_notebooks.ts";
import { writeNotebook } from "../../lib/notebook/ipynb.ts";
import { codeNotebook } from "../notebooks/code_cell.ts";

/** Notebooks of code cells in a folder with a module and an import map. */
async function withNotebooks(
  notebooks: Record<string, string[]>,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/deno.json`, '{ "imports": { "own": "./own.ts" } }');
    await Deno.writeTextFile(`${folder}/own.ts`, "export const load = async () => 5;\n");
    for (const [name, sources] of Object.entries(notebooks)) {
      await writeNotebook(`${folder}/${name}.ipynb`, codeNotebook(sources));
    }
    await use(folder);
    const left = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
      name.startsWith(".")
    );
    assert.deepEqual(left, [], "the check leaves nothing behind");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function check(folder: string, ...names: string[]): Promise<string[]> {
  const found = await checkNotebooks(names.map((name) => `${folder}/${name}.ipynb`));
  return found.map(({ rule, path, cell, line, column, message }) =>
    `${path.slice(folder.length + 1, -6)} ${cell?.number}:${line}:${column} ${rule} ${message}`
  );
}

Deno.test("types are checked over all cells, and found where they stand", async () => {
  await withNotebooks({
    types: [
      'import { load } from "own";\nconst n: number = await load();',
      "\n  const s: string = n;\nfunction later() { return m; }",
      "const n = 'again'; // the kernel allows it\nconst m = n.length;",
      "const upper: string = n.toUpperCase();\nconst wrong: number = n;",
    ],
    good: ["const a: number = 1;", "Deno.jupyter.md`x`;\nlet b = a;\nb = 2;"],
    unloadable: ['import { x } from "./none.ts";\nconst y: number = x;'],
  }, async (folder) => {
    const [first, second, third, ...more] = await check(folder, "types", "good", "unloadable");
    assert.equal(
      first,
      "types 2:2:9 type Type 'number' is not assignable to type 'string'. (TS2322)",
    );
    assert.equal(
      second,
      "types 4:2:7 type Type 'string' is not assignable to type 'number'. (TS2322)",
    );
    assert.match(third, /^unloadable 1:1:19 type Cannot find module .*none\.ts/);
    assert.deepEqual(more, []);
  });
});

Deno.test("a type tells whether a last call has a result and whether a promise is left alone", async () => {
  await withNotebooks({
    calls: [
      "function nothing(): void {}\nasync function later() { await 1; }\nconst five = () => 5;\n" +
      "const unknown: any = null;\nfunction never(): never { throw 1; }",
      "nothing()",
      "five()",
      "later();\nnothing();",
      "await later()",
      "await Promise.all([1, 2])",
      "later().then(five)",
      "five(); nothing();",
      "unknown.x()",
      "void later()",
      "await new Promise((resolve) => setTimeout(resolve, 1))",
      "console.log(five())",
      "if (five() === 5) never()",
    ],
  }, async (folder) => {
    assert.deepEqual(await check(folder, "calls"), [
      "calls 3:1:1 last-result the cell's result is a last expression of the type number",
      "calls 4:1:1 floating-promise nothing awaits this promise",
      "calls 6:1:1 last-result the cell's result is a last expression of the type [number, number]",
      "calls 7:1:1 floating-promise nothing awaits this promise",
    ]);
  });
});

Deno.test("a check that is stopped leaves nothing behind, one that is killed only until the next", async () => {
  await withNotebooks({ a: ["const a: number = 1;"] }, async (folder) => {
    const hidden = () =>
      [...Deno.readDirSync(folder)].filter(({ name }) => /^\.a\.ipynb\./.test(name)).length;
    for (const [signal, left] of [["SIGTERM", 0], ["SIGKILL", 1]] as const) {
      const tool = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", join(project.root, "lib/cli.ts"), "nb", "check", `${folder}/a.ipynb`],
        stdout: "null",
        stderr: "null",
      }).spawn();
      for (let i = 0; hidden() === 0 && i < 12_000; i++) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      tool.kill(signal);
      assert.equal((await tool.status).signal, signal);
      assert.equal(hidden(), left, signal);
    }
    assert.deepEqual(await check(folder, "a"), []); // withNotebooks sees that nothing is left
  });
});
