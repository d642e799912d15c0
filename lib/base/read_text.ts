import { messageOf, UserError } from "./errors.ts";

/**
 * The text of a file that the user named.
 *
 * @throws {UserError} When it cannot be read.
 */
export async function readText(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    const why = cause instanceof Deno.errors.NotFound ? "there is no such file" : messageOf(cause);
    throw new UserError(`Cannot read ${path}: ${why}`, { cause });
  }
}
