import { dataMime } from "../base/data_mime.ts";
import { type ProvenanceKind, provenanceKinds as recordKinds } from "../record/record.ts";
import { formatNumber, formatPrinted, type Language, noValue } from "./format.ts";
import { unitName } from "./format_unit.ts";
import { tableHtml } from "./table_html.ts";
import { tableJson } from "./table_json.ts";
import { tableText } from "./table_text.ts";
import { noRows, provenanceWord } from "./table_words.ts";

/** Where a table's numbers come from. */
export interface Provenance {
  /** The kind, which never mixes silently with another. */
  kind: ProvenanceKind | "published" | "external";
  /** One sentence: which record, engine, model, host, or which publication. */
  statement: string;
}

/**
 * How the cells of a column are printed:
 * - `text`: names and words, as they are;
 * - `count`: whole numbers, digits grouped by the language;
 * - `number`: computed numbers, rounded to the column's `decimals`, which are the same in each row;
 * - `printed`: digits of a publication (decimal texts with a point), none gained or lost;
 * - `provenance`: a provenance kind, which a table of several kinds must have.
 */
export type ColumnKind = "text" | "count" | "number" | "printed" | "provenance";

/** A column as it is printed. */
export interface Column {
  /** Name in JSON and CSV: lower-case words with hyphens, such as `ttft-median`. */
  id: string;
  /** Head in the table's language, without the unit. */
  head: string;
  /** As `formatPrintedQuantity` knows it, such as `s` or `tokens/s`; null when there is none. */
  unit: string | null;
  /** The side on which its cells are flush. */
  align: "left" | "right";
  /** How its cells are printed. */
  kind: ColumnKind;
  /** Digits after the point of a `number` column; null for the other kinds. */
  decimals: number | null;
  /** What the figure means, for a column description beside a CSV. */
  description: string | null;
}

/** A cell: the value as data, and the text that a reader sees. */
export interface Cell {
  /** Unrounded; digits as a string for a printed figure; null when there is no value. */
  value: string | number | null;
  /** The value as text of the table's language. */
  text: string;
}

/** A value to be printed by its column, or a cell whose text is given (`195 responses missing`). */
export type CellInput = Cell | string | number | null;

/** A column as it is given: head and kind decide what is left out. */
export type ColumnInput =
  & Pick<Column, "id" | "head">
  & Partial<Omit<Column, "id" | "head">>;

export interface TableInput {
  /** Name in files and attributes: lower-case words with hyphens. */
  id: string;
  language: Language;
  caption: string;
  columns: ColumnInput[];
  /** Each row has a cell for each column; the first column names the row. */
  rows: CellInput[][];
  /** The sentence that stands under a table without rows. */
  empty?: string;
  /** Sentences under the table: definitions, what is left out, n. */
  notes?: string[];
  provenance: Provenance[];
}

/**
 * The project's one table: data once, printed as text, Markdown, HTML, CSV, LaTeX or JSON by the
 * functions `tableText`, `tableMarkdown` and so on. A notebook shows it as it is.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { Table } from "./table.ts";
 *
 * const table = new Table({
 *   id: "speed",
 *   language: "pl",
 *   caption: "Przepustowość",
 *   columns: [
 *     { id: "model", head: "Model" },
 *     { id: "throughput", head: "Przepustowość", unit: "tokens/s", kind: "number", decimals: 2 },
 *   ],
 *   rows: [["tiny", 171.9], ["large", null]],
 *   provenance: [{ kind: "simulated", statement: "Simulated timings, no measurement." }],
 * });
 * assert.deepEqual(table.rows[0][1], { value: 171.9, text: "171,90" });
 * assert.equal(table.rows[1][1].text, "–");
 * assert.equal(table.headOf(table.columns[1]), "Przepustowość, tokeny/s");
 * ```
 */
export class Table {
  /** Name in files and in `data-` attributes. */
  readonly id: string;
  /** Language of heads, texts and numbers. */
  readonly language: Language;
  /** The words above it. */
  readonly caption: string;
  /** Its columns, in their order. */
  readonly columns: readonly Column[];
  /** Its rows of cells, in the columns' order. */
  readonly rows: readonly (readonly Cell[])[];
  /** The sentences below it. */
  readonly notes: readonly string[];
  /** Where its numbers come from. */
  readonly provenance: readonly Provenance[];

  /**
   * Prints every value once, by its column and the language.
   *
   * @throws {RangeError} When a row has too few or too many cells, a column id stands twice, a
   * number has no decimals or cannot be printed, or several kinds of provenance have no column.
   */
  constructor(input: TableInput) {
    this.id = input.id;
    this.language = input.language;
    this.caption = input.caption;
    this.columns = input.columns.map(columnOf);
    const empty = input.rows.length === 0 ? [input.empty ?? noRows[input.language]] : [];
    this.notes = [...empty, ...input.notes ?? []];
    this.provenance = input.provenance;
    this.#check(input.rows);
    this.rows = input.rows.map((row) =>
      row.map((cell, at) => cellOf(cell, this.columns[at], this.language))
    );
  }

  /** A column's head with its unit: `TTFT, median, s`. */
  headOf(column: Column): string {
    return column.unit ? `${column.head}, ${unitName(column.unit, this.language)}` : column.head;
  }

  /** What a notebook shows. */
  [Symbol.for("Jupyter.display")](): Record<string, unknown> {
    return {
      "text/html": tableHtml(this, { style: true }),
      [dataMime]: tableJson(this),
      "text/plain": tableText(this),
    };
  }

  #check(rows: CellInput[][]): void {
    const ids = this.columns.map((column) => column.id);
    if (new Set(ids).size !== ids.length) {
      throw new RangeError(`Cannot make the table ${this.id}: two columns have one id`);
    }
    const odd = rows.findIndex((row) => row.length !== ids.length);
    if (odd >= 0) {
      throw new RangeError(
        `Cannot make the table ${this.id}: row ${odd + 1} has ${rows[odd].length} cells, ` +
          `${ids.length} columns`,
      );
    }
    const kinds = new Set(this.provenance.map((source) => source.kind));
    const told = this.columns.some((column) => column.kind === "provenance");
    if (kinds.size === 0 || (kinds.size > 1 && !told)) {
      throw new RangeError(
        `Cannot make the table ${this.id}: ` +
          (kinds.size === 0
            ? "it does not say where its numbers come from"
            : `its rows are ${[...kinds].join(" and ")}, and no column says which`),
      );
    }
  }
}

function columnOf(input: ColumnInput): Column {
  const kind = input.kind ?? "text";
  if ((kind === "number") !== (typeof input.decimals === "number")) {
    throw new RangeError(
      `Cannot make the column ${input.id}: ` +
        (kind === "number" ? "a number has decimals" : `a ${kind} column has no decimals`),
    );
  }
  const words = kind === "text" || kind === "provenance";
  return {
    id: input.id,
    head: input.head,
    unit: input.unit ?? null,
    align: input.align ?? (words ? "left" : "right"),
    kind,
    decimals: input.decimals ?? null,
    description: input.description ?? null,
  };
}

function cellOf(input: CellInput, column: Column, language: Language): Cell {
  if (input === null) return { value: null, text: noValue };
  if (typeof input === "object") return input;
  return { value: input, text: textOf(input, column, language) };
}

function textOf(value: string | number, column: Column, language: Language): string {
  switch (column.kind) {
    case "number":
      return formatNumber(value, column.decimals!, language);
    case "count":
      return formatNumber(value, 0, language);
    case "printed":
      return formatPrinted(String(value), language);
    case "provenance":
      return provenanceWord(provenanceKind(value), language);
    default:
      return String(value);
  }
}

const provenanceKinds: readonly Provenance["kind"][] = [
  ...recordKinds,
  "published",
  "external",
];

function provenanceKind(value: string | number): Provenance["kind"] {
  const kind = provenanceKinds.find((known) => known === value);
  if (kind === undefined) throw new RangeError(`Cannot print ${value} as a kind of provenance`);
  return kind;
}
