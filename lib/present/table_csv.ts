import { Rational } from "../base/rational.ts";
import { decimalMark } from "./format.ts";
import type { Cell, Column, Table } from "./table.ts";

/** What a spreadsheet takes for the start of a formula, also in full-width form. */
const formulaStart = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/**
 * The table as CSV (RFC 4180 with CRLF) for a spreadsheet in the table's language: where the decimal
 * mark is a comma, fields are separated by semicolons. Numbers have all their digits and no group
 * marks; a value that does not exist is an empty field. Text that a spreadsheet would run as a
 * formula begins with an apostrophe.
 */
export function tableCsv(table: Table): string {
  const mark = decimalMark(table.language);
  const delimiter = delimiterFor(mark);
  const quote = (field: string) =>
    /["\r\n]|^\s|\s$/.test(field) || field.includes(delimiter)
      ? `"${field.replaceAll('"', '""')}"`
      : field;
  const lines = [
    table.columns.map((column) => guarded(table.headOf(column))),
    ...table.rows.map((row) => row.map((cell, at) => field(cell, table.columns[at], mark))),
  ];
  return lines.map((fields) => `${fields.map(quote).join(delimiter)}\r\n`).join("");
}

/**
 * What a reader of the CSV must know, as the W3C's CSV on the Web has it: separator, decimal mark,
 * and of each column its name, unit and meaning.
 *
 * @param fileName Name of the CSV, from where the description lies.
 */
export function tableCsvDescription(table: Table, fileName: string): Record<string, unknown> {
  const decimalChar = decimalMark(table.language);
  return {
    "@context": ["http://www.w3.org/ns/csvw", { "@language": table.language }],
    url: fileName,
    "dc:title": table.caption,
    "dc:description": [
      ...table.notes,
      ...table.provenance.map(({ kind, statement }) => `${kind}: ${statement}`),
    ],
    dialect: {
      delimiter: delimiterFor(decimalChar),
      encoding: "utf-8",
      lineTerminators: ["\r\n"],
    },
    tableSchema: {
      columns: table.columns.map((column) => ({
        name: column.id.replaceAll("-", "_"),
        titles: table.headOf(column),
        ...(column.description ? { "dc:description": column.description } : {}),
        datatype: isNumeric(column)
          ? { base: column.kind === "count" ? "integer" : "decimal", format: { decimalChar } }
          : "string",
        ...(column.unit ? { "schema:unitText": column.unit } : {}),
        null: "",
      })),
    },
  };
}

function delimiterFor(mark: string): string {
  return mark === "," ? ";" : ",";
}

function isNumeric(column: Column): boolean {
  return column.kind === "count" || column.kind === "number" || column.kind === "printed";
}

function field({ value }: Cell, column: Column, mark: string): string {
  if (value === null) return "";
  if (!isNumeric(column)) return guarded(String(value));
  const digits = typeof value === "string" ? value : plainDecimal(value);
  if (!/^-?\d/.test(digits)) return guarded(digits); // a cell of its own making
  return digits.replace(".", mark);
}

function guarded(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** All digits of a double, without an exponent. */
function plainDecimal(value: number): string {
  const [mantissa, exponent = "0"] = String(value).split("e");
  const decimals = Math.max(0, (mantissa.split(".")[1]?.length ?? 0) - Number(exponent));
  return Rational.of(value).toDecimal(decimals);
}
