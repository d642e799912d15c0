import assert from "node:assert/strict";
import { join } from "node:path";
import { project } from "../../lib/base/project.ts";
import { checkNotebooks } from "../../lib/notebook/check/check_notebooks.ts";
import { findingLine } from "../../lib/notebook/check/finding.ts";
import { formatNotebookText } from "../../lib/notebook/format.ts";
import { denoFmt } from "../../lib/base/deno_fmt.ts";
import { verifyNotebooks } from "../../lib/notebook/verify.ts";

const paths = [...Deno.readDirSync(project.notebooks)].map(({ name }) => name).sort()
  .filter((name) => name.endsWith(".ipynb")).map((name) => join(project.notebooks, name));

Deno.test("the project's own notebooks have no finding", async () => {
  assert(paths.length > 0);
  assert.deepEqual((await checkNotebooks(paths)).map(findingLine), []);
});

Deno.test("the project's own notebooks are in their stable form", async () => {
  for (const path of paths) {
    const before = await Deno.readTextFile(path);
    const { text, countsInOrder } = await formatNotebookText(
      before,
      path,
      (json) => denoFmt(json, "ipynb", project.notebooks),
    );
    assert(text === before && countsInOrder, `mend it: corebook nb fmt ${path}`);
  }
});

Deno.test("the outputs that the project's own notebooks are committed with come out again", async () => {
  for (const { path, differences, failure } of await verifyNotebooks(paths)) {
    assert.deepEqual({ failure, differences: differences ?? [] }, {
      failure: null,
      differences: [],
    }, path);
  }
});
