import assert from "node:assert/strict";
import { join } from "node:path";
import { readTree } from "../../lib/archive/tree.ts";
import { project } from "../../lib/base/project.ts";
import { commandLine } from "../../lib/cli.ts";
import { renewBlocks } from "../../lib/docs/blocks.ts";
import { generatedFiles } from "../../lib/docs/generated_files.ts";
import { commandFault } from "../command_fault.ts";

const documents = ["README.md", "METHOD.md", "CHANGELOG.md"];

async function read(path: string): Promise<string> {
  return await Deno.readTextFile(join(project.root, path));
}

Deno.test("generated text is as its command writes it", async () => {
  for (const { path, content } of await generatedFiles(project.root)) {
    assert(await read(path) === content, `${path}: deno task docs`);
  }
});

Deno.test("a block that nobody generates is refused", async () => {
  const text = "<!-- generated: nobody (deno task docs) -->\n<!-- end: nobody -->";
  await assert.rejects(renewBlocks(text, "X.md", []), /block nobody of X\.md/);
});

Deno.test("tasks, files and headings that the documents name exist", async () => {
  const tasks = Object.keys(JSON.parse(await read("deno.json")).tasks);
  for (const document of documents) {
    const text = await read(document);
    for (const [, task] of text.matchAll(/deno(?:@[\d.]+)? task ([\w:]+)/g)) {
      assert(tasks.includes(task), `${document} names the task ${task}`);
    }
    for (const [, link] of text.matchAll(/\]\((?!https?:)([^)\s]+)/g)) {
      const [path, heading] = link.split("#");
      await Deno.stat(join(project.root, path || document)).catch(() =>
        assert.fail(`${document} links to ${link}, which is not there`)
      );
      if (heading === undefined) continue;
      const headings = [...(await read(path || document)).matchAll(/^#+ (.*)$/gm)]
        .map(([, head]) => head.toLowerCase().replace(/[^\w\s-]/g, "").replace(/\s/g, "-"));
      assert(headings.includes(heading), `${document} links to ${link}: there is no such heading`);
    }
  }
});

Deno.test("every command that the documents name can be called as it stands there", async () => {
  const program = commandLine();
  assert.match(commandFault(["measure", "x"], program)!, /no verb measure/);
  assert.match(commandFault(["run", "x", "--fast"], program)!, /no option --fast/);
  assert.match(commandFault(["summarize"], program)!, /wants more/);
  let commands = 0;
  for (const document of documents) {
    const text = await read(document);
    const inText = text.matchAll(/`corebook ([^`]+)`/g).map(([, line]) => ({ line, whole: false }));
    const inBlocks = text.matchAll(/^ *deno task corebook (.*)$/gm)
      .map(([, line]) => ({ line, whole: true }));
    for (const { line, whole } of [...inText, ...inBlocks]) {
      const words = line.replace(/\s+[#>] .*$/, "").trim().split(/\s+/);
      const fault = commandFault(words, program);
      // a sentence may name a verb without what it takes
      if (whole || !fault?.endsWith("wants more")) {
        assert.equal(fault, null, `${document}: corebook ${line}`);
      }
      commands++;
    }
  }
  assert(commands > 25, `${commands} commands`);
});

Deno.test("the changelog names every format that the code stores, with its version", async () => {
  const changes = await read("CHANGELOG.md");
  const format =
    /\bschema: (?:z\.literal\()?"(corebook\.[\w.-]+)"\)?[,;](?:\s*\/\*\*[^*]*\*\/)?\s*(?:readonly )?version: (?:z\.literal\()?(\d+)/g;
  const found = new Set<string>();
  for (const { name } of await readTree(join(project.root, "lib"))) {
    if (!name.endsWith(".ts")) continue;
    for (const [, schema, version] of (await read(`lib/${name}`)).matchAll(format)) {
      if (!schema.startsWith("corebook.bench.")) found.add(`\`${schema}\` ${version}`);
    }
  }
  assert(found.size > 10, [...found].join());
  assert.deepEqual([...found].filter((each) => !changes.includes(each)), []);
});
