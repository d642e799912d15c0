import { messageOf, UserError } from "../base/errors.ts";

/**
 * The text of a file that the user named.
 *
 * @throws {UserError} When it cannot be read.
 */
export async function readText(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    throw new UserError(`Cannot read ${path}: ${messageOf(cause)}`, { cause });
  }
}
