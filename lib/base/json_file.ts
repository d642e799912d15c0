import { UserError } from "./errors.ts";
import type { z } from "zod";

/**
 * Parses what was read from a file by a schema; the error is one sentence that names the file and
 * one member that is wrong.
 *
 * @throws {UserError} When the value does not have the shape.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { z } from "zod";
 * import { parseShape } from "./json_file.ts";
 *
 * const schema = z.strictObject({ file: z.string() });
 * assert.throws(() => parseShape(schema, {}, "a.json"), /Cannot read a.json: file: missing$/);
 * assert.throws(() => parseShape(schema, { fil: "x" }, "a.json"), /key: "fil" \(and 1 more\)$/);
 * ```
 */
export function parseShape<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  // a member whose name is misspelt is unknown and missing: the first says more
  const told = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const path = told.path.map(String).join(".") || "the value itself";
  const fault = told.message.endsWith("received undefined") ? "missing" : told.message;
  const others = issues.length === 1 ? "" : ` (and ${issues.length - 1} more)`;
  throw new UserError(`Cannot read ${where}: ${path}: ${fault}${others}`, {
    cause: result.error,
  });
}
