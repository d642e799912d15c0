import { tagsOf } from "./cell_tags.ts";
import type { CodeCell, Notebook, Output } from "./ipynb.ts";
import { isJsonMime } from "./mime_bundle.ts";
import { plainText } from "./output_text.ts";

/** An output that came out otherwise than it is stored. */
export interface Difference {
  cell: { number: number; id: string };
  /** `$.rows[2].ttft: 0.41 is now 0.42`, or what is missing. */
  message: string;
}

/**
 * Compares what matters of a notebook's stored outputs with those of a new run: JSON (tables) by
 * values, numbers within the tolerance, in every cell; texts, exactly, in cells with the tag
 * `check-output`. Cells tagged `ignore-output` are left out.
 *
 * @param tolerance Largest relative difference of two numbers that count as equal.
 */
export function compareOutputs(
  stored: Notebook,
  again: Notebook,
  tolerance: number,
): Difference[] {
  return stored.cells.flatMap((cell, at) => {
    const other = again.cells.find(({ id }) => id === cell.id);
    if (cell.cell_type !== "code" || other?.cell_type !== "code") return [];
    if (tagsOf(cell).includes("ignore-output")) return [];
    return compareCells(cell, other, tolerance).map((message) => ({
      cell: { number: at + 1, id: cell.id },
      message,
    }));
  });
}

function compareCells(cell: CodeCell, again: CodeCell, tolerance: number): string[] {
  const before = jsonOf(cell.outputs);
  const after = jsonOf(again.outputs);
  const messages = before.length === after.length
    ? before.flatMap((value, at) => {
      const name = before.length === 1 ? "$" : `$${at + 1}`;
      return [...differences(value, after[at], name, tolerance)];
    })
    : [`${count(before.length)} stored, ${count(after.length)} now`];
  if (tagsOf(cell).includes("check-output")) {
    const line = firstDifferentLine(textOf(cell.outputs), textOf(again.outputs));
    if (line !== null) messages.push(line);
  }
  return messages;
}

function count(tables: number): string {
  return tables === 1 ? "1 JSON output" : `${tables} JSON outputs`;
}

function jsonOf(outputs: readonly Output[]): unknown[] {
  return outputs.flatMap((output) =>
    "data" in output
      ? Object.keys(output.data).filter(isJsonMime).map((type) => output.data[type])
      : []
  );
}

function textOf(outputs: readonly Output[]): string {
  return outputs.map((output) => {
    if (output.output_type === "stream") return output.text;
    if (output.output_type === "error") return `${output.ename}: ${output.evalue}\n`;
    return `${plainText(String(output.data["text/plain"] ?? ""))}\n`;
  }).join("");
}

function firstDifferentLine(before: string, after: string): string | null {
  if (before === after) return null;
  const [old, now] = [before.split("\n"), after.split("\n")];
  const at = old.findIndex((line, index) => line !== now[index]);
  const number = at < 0 ? old.length : at;
  return `line ${number + 1} of the text: ${quote(old[number])} is now ${quote(now[number])}`;
}

/** Where two JSON values differ, as `path: old is now new`. */
export function* differences(
  before: unknown,
  after: unknown,
  path: string,
  tolerance: number,
): Generator<string> {
  if (typeof before === "number" && typeof after === "number") {
    const scale = Math.max(Math.abs(before), Math.abs(after));
    if (Math.abs(before - after) > tolerance * scale) yield `${path}: ${before} is now ${after}`;
  } else if (
    isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)
  ) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const place = Array.isArray(before) ? `${path}[${key}]` : `${path}.${key}`;
      yield* differences(before[key], after[key], place, tolerance);
    }
  } else if (before !== after) yield `${path}: ${quote(before)} is now ${quote(after)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function quote(value: unknown): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
