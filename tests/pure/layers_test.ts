import assert from "node:assert/strict";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { project } from "../../lib/base/project.ts";

/**
 * Which folders of lib/ a folder may import, beside itself and `base`. Data flows one way, and the
 * collecting half (plan, engine, run, simulate) meets the reading half (measure, stats, summarize,
 * present) only at record and archive, so that an archive can be read without a server for ever.
 */
const mayImport: Record<string, string[]> = {
  base: [],
  record: [],
  archive: ["record"],
  plan: ["record"],
  engine: ["record"],
  simulate: ["record"],
  run: ["plan", "record", "archive"],
  stats: [],
  measure: ["record", "archive", "stats"],
  summarize: ["measure", "stats", "record", "archive"],
  present: ["summarize", "measure", "stats", "record", "archive"],
  notebook: [],
  attach: ["present", "summarize", "measure", "stats", "record", "archive", "notebook"],
};
/** The command line and the public module compose everything. */
const composers = ["cli", "cli.ts", "docs", "mod.ts"];

interface Module {
  specifier: string;
  dependencies?: { code?: { specifier?: string }; type?: { specifier?: string } }[];
}

async function modules(entry: string): Promise<Module[]> {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd: project.root,
  }).output();
  assert(success, `deno info ${entry}`);
  return JSON.parse(new TextDecoder().decode(stdout)).modules;
}

function placeOf(specifier: string): string | null {
  if (!specifier.startsWith("file:")) return null;
  const path = relative(`${project.root}lib`, fileURLToPath(specifier)).split(sep);
  return path[0] === ".." || path[0] === "std_streams" ? null : path[0];
}

async function sources(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) found.push(...await sources(path));
    else if (entry.name.endsWith(".ts") && !path.includes("/std_streams/")) found.push(path);
  }
  return found;
}

Deno.test("lib/ is layered one way", async () => {
  const files = await sources(`${project.root}lib`);
  await Deno.mkdir(project.out, { recursive: true });
  const entry = await Deno.makeTempFile({ suffix: ".ts", dir: project.out });
  try {
    await Deno.writeTextFile(entry, files.map((file) => `import "${file}";`).join("\n"));
    const wrong = new Set<string>();
    for (const module of await modules(entry)) {
      const from = placeOf(module.specifier);
      if (from === null || composers.includes(from)) continue;
      assert(from in mayImport, `lib/${from} is not in the table of layers`);
      for (const { code, type } of module.dependencies ?? []) {
        const to = placeOf(code?.specifier ?? type?.specifier ?? "");
        if (to === null || to === from || to === "base") continue;
        if (!mayImport[from].includes(to)) {
          wrong.add(`${relative(project.root, fileURLToPath(module.specifier))} imports lib/${to}`);
        }
      }
    }
    assert.deepEqual([...wrong], []);
  } finally {
    await Deno.remove(entry);
  }
});
