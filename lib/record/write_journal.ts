import type { FileSystem } from "../base/file_system.ts";
import { encodeLine } from "./journal.ts";
import type { Line } from "./response.ts";

/** The growing file of a run's lines, or of another kind of lines. */
export interface Journal<Of extends object = Line> {
  /**
   * Writes the lines and resolves when they are on the disk. After a rejection the file may end in a
   * part of a line, which readers know by its missing checksum; nothing may be appended to it then.
   */
  append(lines: readonly Of[]): Promise<void>;
  close(): void;
}

/** Characters in one write, so that a round of very long lines needs no memory for all of them. */
const PIECE = 4 * 1024 * 1024;

/**
 * Opens a journal at its end; makes it when it is not there. The lines of one call go out with one
 * sync, and unless they are very long in one write, so that a round costs the disk one wait.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { systemFiles } from "../base/file_system.ts";
 * import { openJournal } from "./write_journal.ts";
 *
 * const path = await Deno.makeTempFile();
 * const journal = await openJournal(systemFiles(), path);
 * await journal.append([{ kind: "note", atNs: 5, code: "pause", message: "" }]);
 * journal.close();
 * assert.match(await Deno.readTextFile(path), /^\{"kind":"note".*\}\n$/);
 * await Deno.remove(path);
 * ```
 */
export async function openJournal<Of extends object = Line>(
  files: FileSystem,
  path: string,
): Promise<Journal<Of>> {
  const file = await files.append(path);
  const encoder = new TextEncoder();
  let broken: unknown = null;
  return {
    append: async (lines) => {
      if (broken !== null) throw broken;
      if (lines.length === 0) return;
      try {
        let text = "";
        for (const line of lines) {
          text += encodeLine(line);
          if (text.length < PIECE) continue;
          await file.write(encoder.encode(text));
          text = "";
        }
        if (text !== "") await file.write(encoder.encode(text));
        await file.sync();
      } catch (error) {
        broken = error;
        throw error;
      }
    },
    close: () => file.close(),
  };
}
