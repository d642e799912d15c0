import { unreadable } from "./unreadable.ts";

/**
 * The text of a file that the user named.
 *
 * @throws {UserError} When it cannot be read.
 */
export async function readText(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
