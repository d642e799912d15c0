import assert from "node:assert/strict";
import { madeFigures } from "../../lib/attach/made_figures.ts";
import { madeTables } from "../../lib/attach/made_tables.ts";
import { articleSource } from "../../lib/attach/source.ts";
import { comparisonFigure } from "../../lib/present/comparison_figure.ts";
import { comparisonTable } from "../../lib/present/comparison_table.ts";
import { compareRuns, defaultCompareOptions } from "../../lib/summarize/compare.ts";
import { inFolder } from "../in_folder.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";

const plan = { promptTokens: [2048], concurrency: [1, 4], measuredRounds: 3 };

Deno.test("of two records an article may show their comparison, either way round", () =>
  inFolder(async (folder) => {
    const sources = await Promise.all(
      [["one", 1e9], ["other", 1.2e9]].map(async ([id, responseNs]) =>
        articleSource(
          await writeSealedRecord(folder, {
            id: String(id),
            plan,
            timing: () => ({ ttftNs: 1e8, responseNs: Number(responseNs) }),
          }),
        )
      ),
    );
    const tables = madeTables(sources, "en").map(({ table }) => JSON.stringify(table));
    const figures = (await madeFigures(sources, new Set(["comparison"]), "en"))
      .map(({ figure }) => figure.svg);
    const runs = sources.map((source) => {
      assert(source.kind === "record");
      return source.run;
    });
    for (const [one, other] of [runs, runs.toReversed()]) {
      for (const marginRatio of [0.05, null]) {
        const options = { ...defaultCompareOptions, marginRatio };
        const comparison = compareRuns([one], [other], options);
        assert(comparison.status === "compared");
        assert(tables.includes(JSON.stringify(comparisonTable(comparison, "en"))));
        assert(figures.includes((await comparisonFigure(comparison, "en")).svg));
      }
    }
    assert.equal(figures.length, 4);
  }));
