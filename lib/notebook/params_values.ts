import { UserError } from "../base/errors.ts";
import type { Declaration } from "./params_declarations.ts";

/**
 * The TypeScript literal for a parameter's new value.
 *
 * @param value A text, as a command line gives it, is read by the declared type: `0.5` for a
 * number, `true` for a boolean, itself for a string, JSON for anything else. Other values must be
 * of the declared type and have a JSON form.
 * @throws {UserError} When the value is not of the declared type.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { declarationsOf } from "./params_declarations.ts";
 * import { parameterLiteral } from "./params_values.ts";
 *
 * const [rounds, label] = declarationsOf('let rounds = 5; let label: string | null = null;');
 * assert.equal(parameterLiteral(rounds, "7", "a.ipynb"), "7");
 * assert.equal(parameterLiteral(label, "7", "a.ipynb"), '"7"');
 * assert.equal(parameterLiteral(label, "null", "a.ipynb"), "null");
 * assert.throws(() => parameterLiteral(rounds, "many", "a.ipynb"), /rounds is of type number/);
 * ```
 */
export function parameterLiteral(
  declaration: Declaration,
  value: unknown,
  where: string,
): string {
  const types = declaration.type === null ? null : unionMembers(declaration.type);
  const fits = (candidate: unknown) => types === null || types.some((type) => is(type, candidate));
  // a text that is JSON of the declared type is that, else it is itself: "7" for a number is 7
  const read = typeof value === "string" ? fromJson(value) : undefined;
  const candidates = [typeof read === "string" ? undefined : read, value];
  const found = candidates.find((candidate) => candidate !== undefined && fits(candidate));
  const literal = found === undefined ? undefined : JSON.stringify(found);
  if (literal !== undefined) return literal;
  throw new UserError(
    `Cannot set ${declaration.name} in ${where}: ${declaration.name} is of type ` +
      `${declaration.type ?? "unknown"}, which ${JSON.stringify(value) ?? String(value)} is not`,
    { exitCode: 2 },
  );
}

function is(type: string, value: unknown): boolean {
  switch (type) {
    case "number":
      return typeof value === "number";
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
  }
  const literal = fromJson(type.replace(/^'(.*)'$/, '"$1"'));
  if (literal !== undefined) return value === literal;
  if (/\[\]$|^(?:Readonly)?Array</.test(type)) return Array.isArray(value);
  // a type whose meaning is not known here is left to the type checker; it is no plain text
  return typeof value === "object" && value !== null;
}

/** `"a" | "b"` without its bars; bars inside brackets and quotes stay. */
function unionMembers(type: string): string[] {
  const parts = type.match(/(?:"[^"]*"|'[^']*'|\{.*\}|\(.*\)|<.*>|\[.*\]|[^|])+/gs) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller takes the text itself
  }
}
