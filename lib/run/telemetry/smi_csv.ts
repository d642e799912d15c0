import { type DeviceReading, emptyReading } from "../../record/telemetry.ts";
import { csvCells } from "./csv_cells.ts";
import { readAmount, rowColumns, type SmiField, smiFields, throttleColumns } from "./smi_fields.ts";
import { readThrottleMask } from "./throttle_mask.ts";

/** One row: what one GPU told at one moment. */
export interface SmiRow {
  /** As printed: local time without a zone. */
  time: string | null;
  uuid: string | null;
  name: string | null;
  reading: DeviceReading;
}

/** What a line of nvidia-smi's CSV is. `other` is neither a header nor a full row. */
export type SmiLine =
  | { kind: "header" }
  | { kind: "row"; row: SmiRow }
  | { kind: "blank" }
  | { kind: "other"; text: string };

type Column =
  | { kind: "amount"; field: SmiField }
  | { kind: "throttle" }
  | { kind: keyof typeof rowColumns }
  | null;

/**
 * Reads the lines of `nvidia-smi --query-gpu=... --format=csv[,nounits]` one by one. Columns go by
 * the names in the last header, never by their place; each header begins a new layout.
 *
 * @param columns The layout where the output has no header, as it was asked for.
 */
export function createSmiCsv(columns?: readonly string[]): { feed(line: string): SmiLine } {
  let layout: Column[] | null = columns ? layoutOf(columns) : null;
  return {
    feed: (line) => {
      if (line.trim() === "") return { kind: "blank" };
      const cells = csvCells(line);
      if (!cells) return { kind: "other", text: line.trim() };
      if (isHeader(cells)) {
        layout = layoutOf(cells);
        return { kind: "header" };
      }
      if (!layout || cells.length !== layout.length) {
        return { kind: "other", text: line.trim() };
      }
      return { kind: "row", row: rowOf(cells, layout) };
    },
  };
}

/** Names alone, and a sensor's among them: another vendor's header is not taken for one. */
function isHeader(cells: readonly string[]): boolean {
  return cells.every((cell) => /^[a-z][a-z0-9_.]*( \[[^\]]+\])?$/.test(cell)) &&
    layoutOf(cells).some((column) => column?.kind === "amount" || column?.kind === "throttle");
}

function layoutOf(heads: readonly string[]): Column[] {
  return heads.map((head) => {
    const [, name, unit] = /^(\S+)(?: \[(.+)\])?$/.exec(head) ?? [];
    const field = smiFields.find(({ columns }) => columns.includes(name));
    // in another unit than the field's it is another field
    if (field) {
      return unit === undefined || unit === field.unit ? { kind: "amount", field } : null;
    }
    if (throttleColumns.some((column) => column === name)) return { kind: "throttle" };
    for (const [kind, names] of Object.entries(rowColumns)) {
      if (names.some((column) => column === name)) return { kind: kind as keyof typeof rowColumns };
    }
    return null;
  });
}

function rowOf(cells: readonly string[], layout: readonly Column[]): SmiRow {
  const cell = (kind: keyof typeof rowColumns) => {
    const at = layout.findIndex((column) => column?.kind === kind);
    return at < 0 || isWord(cells[at]) ? null : cells[at];
  };
  const reading = emptyReading(`gpu${/^\d+$/.exec(cell("index") ?? "")?.[0] ?? 0}`);
  reading.performanceState = cell("performanceState");
  layout.forEach((column, at) => {
    if (column?.kind === "amount") {
      const { value, words } = readAmount(cells[at], column.field);
      reading[column.field.member] = value;
      if (words !== null) reading.missing[column.field.member] = words;
    } else if (column?.kind === "throttle") {
      reading.throttle = readThrottleMask(cells[at]);
      if (reading.throttle === null) reading.missing.throttle = cells[at];
    }
  });
  return { time: cell("time"), uuid: cell("uuid"), name: cell("name"), reading };
}

function isWord(cell: string): boolean {
  return /^(\[.*\]|N\/A|-|)$/.test(cell);
}
