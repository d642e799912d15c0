import assert from "node:assert/strict";
import { join } from "node:path";
import { project } from "../../lib/base/project.ts";
import { renewBlocks } from "../../lib/docs/blocks.ts";
import { generatedFiles } from "../../lib/docs/generated_files.ts";

const documents = ["README.md", "METHOD.md", "CHANGELOG.md"];

Deno.test("generated text is as its command writes it", async () => {
  for (const { path, content } of await generatedFiles(project.root)) {
    assert(
      await Deno.readTextFile(join(project.root, path)) === content,
      `${path}: deno task docs`,
    );
  }
});

Deno.test("a block that nobody generates is refused", async () => {
  const text = "<!-- generated: nobody (deno task docs) -->\n<!-- end: nobody -->";
  await assert.rejects(renewBlocks(text, "X.md", []), /block nobody of X\.md/);
});

Deno.test("tasks and files that the documents name exist", async () => {
  const tasks = Object.keys(
    JSON.parse(await Deno.readTextFile(join(project.root, "deno.json"))).tasks,
  );
  for (const document of documents) {
    const text = await Deno.readTextFile(join(project.root, document));
    for (const [, task] of text.matchAll(/deno(?:@[\d.]+)? task ([\w:]+)/g)) {
      assert(tasks.includes(task), `${document} names the task ${task}`);
    }
    for (const [, link] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
      await Deno.stat(join(project.root, link)).catch(() =>
        assert.fail(`${document} links to ${link}, which is not there`)
      );
    }
  }
});
