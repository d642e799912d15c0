import { join } from "node:path";
import { attach, type AttachInput, type AttachTools } from "../../lib/attach/attach.ts";
import { articleFigures } from "../../lib/attach/made_figures.ts";
import { articleTables } from "../../lib/attach/made_tables.ts";
import type { Secrets } from "../../lib/attach/secrets.ts";
import { articleSource } from "../../lib/attach/source.ts";
import {
  denoNotebookMetadata,
  type Notebook,
  type Output,
  readNotebook,
  writeNotebook,
} from "../../lib/notebook/ipynb.ts";
import type { NotebookRun } from "../../lib/notebook/run_notebooks.ts";
import { bundleOf } from "../../lib/notebook/show_bundle.ts";
import type { Language } from "../../lib/present/format.ts";
import { codeCell } from "../notebooks/code_cell.ts";
import { writeSealedRecord } from "./sealed_bag.ts";

/** Two lengths and two levels of concurrency, so that a table has rows and effects exist. */
const plan = { promptTokens: [512, 2048], concurrency: [1, 4], measuredRounds: 3 };

export const noSecrets: Secrets = {
  names: { users: [], hosts: [], folders: [] },
  values: [],
};

/** What a test's attachment differs in. */
export interface AttachmentSpec {
  input?: Partial<AttachInput>;
  tools?: Partial<AttachTools>;
  /** Outputs of one more cell, as a notebook of one's own may have. */
  outputs?: Output[];
}

/**
 * Makes the attachment of a small simulated record, without a kernel: the outputs of its notebook
 * are made here. Its folder goes away with the test.
 */
export async function withAttachment(
  spec: AttachmentSpec,
  test: (made: { folder: string; zip: string; besides: string }) => Promise<void>,
): Promise<void> {
  const besides = await Deno.makeTempDir();
  try {
    const record = await writeSealedRecord(besides, {
      plan,
      timing: ({ concurrency, promptTokens, index }) => ({
        ttftNs: promptTokens * 1e5 * concurrency + index * 1e6,
        responseNs: 2e9 + promptTokens * 1e5 * concurrency + index * 1e6,
      }),
    });
    const language = spec.input?.language ?? "de";
    const notebook = join(besides, "speed.ipynb");
    await writeNotebook(notebook, await executed(record, language, spec.outputs));
    const { folder, zip } = await attach(
      {
        notebook,
        records: [record],
        language,
        authors: ["Family, Given"],
        licence: "CC-BY-4.0",
        ...spec.input,
      },
      join(besides, "out"),
      { secrets: noSecrets, execute: asItIs, software: fewSources, ...spec.tools },
    );
    await test({ folder, zip, besides });
  } finally {
    await Deno.remove(besides, { recursive: true });
  }
}

async function executed(
  record: string,
  language: Language,
  outputs: Output[] = [],
): Promise<Notebook> {
  const source = await articleSource(record);
  const shown = [...articleTables(source, language), ...await articleFigures(source, language)];
  const bundles = await Promise.all(shown.map((each) => bundleOf(each)));
  return {
    metadata: denoNotebookMetadata,
    cells: [
      { cell_type: "markdown", id: "title", metadata: {}, source: "# How fast?" },
      codeCell("tables", "for (const table of tables) await show(table);", {
        execution_count: 1,
        outputs: bundles.map((bundle) => ({ output_type: "display_data", ...bundle })),
      }),
      codeCell("own", "await show(own);", { execution_count: 2, outputs }),
    ],
  };
}

/** A notebook that has its outputs already. */
async function asItIs(path: string): Promise<NotebookRun> {
  const notebook = await readNotebook(path);
  return { path, outPath: path, notebook, seconds: 0, status: "completed" };
}

/** In place of all of lib/, which a test of the rest does not need. */
function fewSources(): Promise<ReadonlyMap<string, Uint8Array>> {
  return Promise.resolve(new Map([["deno.json", new TextEncoder().encode("{}\n")]]));
}
