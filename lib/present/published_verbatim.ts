import type { PrintedForm } from "../record/published_form.ts";
import type { Publication } from "../record/published.ts";
import { type Language, languages } from "./format.ts";
import { type Cell, type ColumnInput, Table } from "./table.ts";
import { articleWords } from "./article_words.ts";

interface FormColumn {
  field: string;
  head: string;
  after: string;
}

/**
 * A publication's table as the publication prints it, cell for cell: its own heads, decimal mark and
 * spaces, whatever the rules of the language are.
 *
 * @throws {RangeError} When the publication's own form is not known.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadPublished } from "../record/published_read.ts";
 * import { verbatimTable } from "./published_verbatim.ts";
 *
 * const table = verbatimTable(await loadPublished("historical-api-8b"));
 * assert.equal(table.rows[0][4].text, "171,22 tokena/s");
 * ```
 */
export function verbatimTable(publication: Publication): Table {
  const { scenarios } = formOf(publication);
  return printed(publication, "scenarios", scenarios, publication.scenarios);
}

/**
 * The publication's table of its soak, cell for cell.
 *
 * @throws {RangeError} When there is no soak, or its form is not known.
 */
export function verbatimSoakTable(publication: Publication): Table {
  const { soak } = formOf(publication);
  if (soak === null || publication.soak === null) {
    throw new RangeError(`Cannot print a soak of ${publication.id}: it has no table of one`);
  }
  return printed(publication, "soak", soak, [publication.soak]);
}

function formOf(publication: Publication): PrintedForm {
  if (publication.printedForm === null) {
    throw new RangeError(`Cannot print ${publication.id} verbatim: its own form is not known`);
  }
  return publication.printedForm;
}

/** The language of a publication, or English where the tables do not have it. */
export function languageOf(publication: Publication): Language {
  return languages.find((language) => language === publication.language) ?? "en";
}

function printed(
  publication: Publication,
  what: "scenarios" | "soak",
  form: readonly FormColumn[],
  rows: readonly Record<string, unknown>[],
): Table {
  const language = languageOf(publication);
  const words = articleWords[language];
  const mark = formOf(publication).decimalMark;
  const columns = form.map(({ field, head }): ColumnInput => ({
    id: field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    head,
    align: field === "model" ? "left" : "right",
  }));
  const cell = (value: unknown, after: string): Cell | null => {
    if (value === null) return null;
    // figures are digits with a point; counts and names have none of it to change
    const text = (/^\d+\.\d+$/.test(String(value)) ? String(value).replace(".", mark) : value) +
      after;
    return { value: text, text };
  };
  return new Table({
    id: `${publication.id}-${what}-verbatim`,
    language,
    caption: `${words.verbatim(words[what])}: ${publication.id}`,
    columns,
    rows: rows.map((row) => form.map(({ field, after }) => cell(row[field], after))),
    provenance: [{ kind: "published", statement: words.printedBy(publication.id) }],
  });
}
