import { UserError } from "../base/errors.ts";
import { decodeUtf8 } from "../base/decode_utf8.ts";
import type { HashName } from "../base/hash.ts";

/** One line of a checksum list. */
export interface ListedFile {
  /** As listed, with `/` between the parts and without a leading `./`. */
  name: string;
  /** Lower-case hexadecimal digits. */
  hash: string;
  /** Line in the list, from 1. */
  line: number;
}

/** A checksum list as read. */
export interface ChecksumList {
  files: ListedFile[];
  /**
   * Where the list departs from the plain form `HASH  NAME` + LF: what other tools may take for
   * something else. A bag's own lists may have none.
   */
  remarks: { line: number; message: string }[];
}

const DIGITS: Record<HashName, number> = { sha256: 64, sha512: 128 };

/**
 * Reads a list as `sha256sum` or `sha512sum` writes it, also with CRLF, a byte order mark, the star
 * of binary mode, capitals, a leading `./` and without a last line end; each of these is remarked.
 *
 * @param where The list's name, for the sentences of errors.
 * @throws {UserError} On the first line that is in no such form.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseChecksumList } from "./checksum_list.ts";
 *
 * const list = new TextEncoder().encode(`${"0F".repeat(32)} *./raw/a.json\r\n`);
 * const { files } = parseChecksumList(list, "sha256", "SUMS");
 * assert.deepEqual(files, [{ name: "raw/a.json", hash: "0f".repeat(32), line: 1 }]);
 * ```
 */
export function parseChecksumList(
  bytes: Uint8Array,
  algorithm: HashName,
  where: string,
): ChecksumList {
  const list: ChecksumList = { files: [], remarks: [] };
  let text = decodeUtf8(bytes, where, { keepMark: true });
  if (text.startsWith("\ufeff")) {
    list.remarks.push({ line: 1, message: "begins with a byte order mark" });
    text = text.slice(1);
  }
  if (text === "") return list;
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  else list.remarks.push({ line: lines.length, message: "has no line end" });
  lines.forEach((line, at) => readLine(line, at + 1, algorithm, where, list));
  return list;
}

function readLine(
  raw: string,
  line: number,
  algorithm: HashName,
  where: string,
  { files, remarks }: ChecksumList,
) {
  const remark = (message: string) => remarks.push({ line, message });
  const text = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
  if (text !== raw) remark("ends with CRLF");
  if (text === "" || text.startsWith("#")) return remark("is blank or a comment");
  const found = new RegExp(`^([0-9A-Fa-f]{${DIGITS[algorithm]}}) ([ *])(.+)$`, "s").exec(text);
  if (!found) {
    throw new UserError(
      `Cannot read ${where}:${line}: not a ${algorithm} checksum of ${DIGITS[algorithm]} ` +
        "hexadecimal digits, two spaces and a name",
    );
  }
  const [, hash, mode, listed] = found;
  if (hash !== hash.toLowerCase()) remark("has a checksum in capitals");
  if (mode === "*") remark("has the star of binary mode");
  const name = listed.replace(/^(\.\/)+/, "");
  if (name !== listed) remark("has a name that begins with './'");
  files.push({ name, hash: hash.toLowerCase(), line });
}

/** The list in its plain form, sorted by name, as `sha512sum -c --strict` reads it. */
export function formatChecksumList(files: Iterable<{ name: string; hash: string }>): string {
  return [...files].sort((a, b) => a.name < b.name ? -1 : 1)
    .map(({ name, hash }) => `${hash}  ${name}\n`).join("");
}
