import { crc32Hex } from "../base/hash.ts";
import { UserError } from "../base/errors.ts";
import { parseShape } from "../base/json_file.ts";
import { parseStrictJson } from "../base/strict_json.ts";
import { type Line, lineSchema } from "./response.ts";

const SUM = /,"crc32":"([0-9a-f]{8})"\}$/;

/**
 * A line of a journal: the value as JSON with the CRC-32 of that JSON as its last member, so that a
 * torn or damaged line is known for one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { decodeLine, encodeLine } from "./journal.ts";
 *
 * const line = encodeLine({ kind: "note", atNs: 5, code: "pause", message: "" });
 * assert.match(line, /,"crc32":"[0-9a-f]{8}"}\n$/);
 * assert.equal(decodeLine(line.trim(), "run.jsonl:1").kind, "note");
 * ```
 */
export function encodeLine(value: object): string {
  const json = JSON.stringify(value);
  return `${json.slice(0, -1)},"crc32":"${crc32Hex(json)}"}\n`;
}

/**
 * Reads a line that {@linkcode encodeLine} wrote.
 *
 * @param where File and line, for the error's sentence.
 * @throws {UserError} When the line is torn, damaged or not of a known kind.
 */
export function decodeLine(line: string, where: string): Line {
  return parseShape(lineSchema, decodeChecked(line, where), where);
}

/** The value of a checksummed line, of any shape. */
export function decodeChecked(line: string, where: string): unknown {
  const sum = SUM.exec(line);
  if (!sum) throw new UserError(`Cannot read ${where}: the line has no checksum at its end`);
  const json = line.slice(0, sum.index) + "}";
  if (crc32Hex(json) !== sum[1]) {
    throw new UserError(`Cannot read ${where}: the line does not match its checksum ${sum[1]}`);
  }
  return parseStrictJson(json, () => where);
}
