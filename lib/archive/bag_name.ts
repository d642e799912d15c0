/**
 * What is wrong with a name in a checksum list, as the end of a sentence; null when it stays inside
 * its folder. Only names are looked at, nothing is read: a list from elsewhere may name any file.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nameFault } from "./bag_name.ts";
 *
 * assert.equal(nameFault("data/..hidden.json"), null);
 * assert.equal(nameFault("data/../../secret"), "has the part '..'");
 * ```
 */
export function nameFault(name: string): string | null {
  if (name.includes("\\")) return "holds a backslash";
  if (name.startsWith("/")) return "is an absolute path";
  if (/^[A-Za-z]:/.test(name)) return "begins with a drive letter";
  if (/\p{Cc}/u.test(name)) return "holds a control character";
  const bad = name.split("/").find((part) => part === "" || part === "." || part === "..");
  return bad === undefined ? null : `has the part '${bad}'`;
}

/**
 * The same for a name in a bag, where only letters, digits, `.`, `_`, `-` and `/` are taken: every
 * file system and every checksum tool agrees on those.
 */
export function bagNameFault(name: string): string | null {
  const fault = nameFault(name);
  if (fault) return fault;
  const other = /[^A-Za-z0-9._/-]/u.exec(name);
  if (other) return `holds ${JSON.stringify(other[0])}, which no name in a bag may`;
  if (name.split("/").some((part) => part.endsWith("."))) return "has a part that ends with '.'";
  return null;
}

/**
 * Groups of names that some file systems take for one, since they differ in case only; sorted.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { caseClashes } from "./bag_name.ts";
 *
 * assert.deepEqual(caseClashes(["raw/Run-1.json", "raw/run-1.json", "raw/run-2.json"]), [[
 *   "raw/Run-1.json",
 *   "raw/run-1.json",
 * ]]);
 * ```
 */
export function caseClashes(names: Iterable<string>): string[][] {
  const groups = Map.groupBy(new Set(names), (name) => name.normalize("NFC").toLowerCase());
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.sort());
}
