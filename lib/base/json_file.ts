import { UserError } from "./errors.ts";
import type { z } from "zod";

/**
 * Parses what was read from a file by a schema; the error is one sentence that names the file and
 * the first member that is wrong.
 *
 * @throws {UserError} When the value does not have the shape.
 */
export function parseShape<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first, ...more] = result.error.issues;
  const path = first.path.map(String).join(".") || "the value itself";
  const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
  throw new UserError(`Cannot read ${where}: ${path}: ${first.message}${others}`, {
    cause: result.error,
  });
}
