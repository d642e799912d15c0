import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { project } from "../../lib/base/project.ts";
import { called } from "../called.ts";
import { helpScreens, wordsOf } from "../help_screens.ts";
import { inFolder } from "../in_folder.ts";

/** Verbs whose examples take servers, kernels or minutes, or write where they must not here. */
const elsewhere: Record<string, string> = {
  "demo": "demo_test",
  "run": "run_command_test, run_rehearsal_test and run_campaign_test",
  "simulate": "simulate_process_test",
  "calibrate": "run_campaign_test",
  "attach": "attach_elsewhere_test",
  "check": "attach_check_test",
  "archive add": "archive_add_test",
  "archive seal": "archive_add_test",
  "archive withdraw": "archive_ledger_test",
  "nb run": "nb_run_command_test",
  "nb verify": "nb_verify_test",
  "nb kernel install": "nb_kernel_test",
};

Deno.test("the examples of help that need no server and no kernel do what they say", async () => {
  await inFolder(async (folder) => {
    const stands = await standIns(folder);
    const verbs = helpScreens().filter(({ isVerb, name }) =>
      isVerb && !(name.replace("corebook ", "") in elsewhere)
    );
    let done = 0;
    for (const example of new Set(verbs.flatMap(({ examples }) => examples))) {
      if (example === "corebook docs") continue; // writes into the project, as its --check tells
      // nb_check_types_test checks types
      const less = example.startsWith("corebook nb check ") ? ["--no-types"] : [];
      const { status, error } = await called(...wordsOf(example).flatMap(stands), ...less);
      assert.equal(status, 0, `${example}: ${error}`);
      done++;
    }
    assert(done > 25, `${done} examples`);
  });
});

/** What stands for the names in examples that are the reader's own. */
async function standIns(folder: string): Promise<(word: string) => string[]> {
  const matrix = join(project.data, "core-1.1");
  const records = [...Deno.readDirSync(matrix)].map(({ name }) => name)
    .filter((name) => /^\d.*_core-1\.1-tiny_/.test(name)).sort().map((name) => join(matrix, name));
  const copy = async (from: string, name: string) => {
    await Deno.mkdir(dirname(join(folder, name)), { recursive: true });
    await Deno.copyFile(join(project.root, from), join(folder, name));
    return join(folder, name);
  };
  const script = join(folder, "report.ts");
  await Deno.writeTextFile(script, '// %% [markdown]\n// # A report\n\n// %% id="one"\n1;\n');
  const names: Record<string, string> = {
    "data/core-1.1/RECORD": records[0],
    "data/core-1.1/OLD": records[0],
    "data/core-1.1/NEW": records[1],
    "A1": records[0],
    "B1": records[1],
    "my-table.json": await copy("data/core-1.1/published/data/published.json", "table.json"),
    "downloads/historical-unrounded.json": await copy(
      "archive/historical-api-8b/data/published.json",
      "historical.json",
    ),
    "my-plan.json": await copy("lib/plan/plans/core-1.1-tiny.json", "plan.json"),
    "report.ipynb": await copy("notebooks/00-start-here.ipynb", "notebooks/report.ipynb"),
    "notebooks/*.ipynb": await copy("notebooks/01-core-matrix.ipynb", "notebooks/01.ipynb"),
    "report.ts": script,
    "out/pages": join(folder, "pages"),
    "out/figures": join(folder, "figures"),
  };
  return (word) => {
    // two records come with the project, one a side
    if (/^[AB][2-4]$/.test(word)) return [];
    return [names[word] ?? word];
  };
}
