import { join } from "node:path";
import { exists } from "../base/exists.ts";
import { gunzip } from "../base/gunzip.ts";
import { UserError } from "../base/errors.ts";
import { unreadable } from "../base/unreadable.ts";

/** A journal of a record, packed or not. */
export interface JournalFile {
  /** Relative to the record's folder, for messages. */
  name: string;
  /** Its bytes, unpacked, read as they are asked for. */
  chunks(): AsyncIterable<Uint8Array>;
}

/**
 * Finds a journal in a record's folder: `data/STEM.jsonl` while the run goes on, `.jsonl.gz` once it
 * is sealed. The content must be what the name says.
 *
 * @param stem `responses` or `telemetry`.
 * @returns null when there is none.
 * @throws {UserError} When both are there, since nothing says which one is right.
 */
export async function findJournal(folder: string, stem: string): Promise<JournalFile | null> {
  const [plain, packed] = [`data/${stem}.jsonl`, `data/${stem}.jsonl.gz`];
  const [hasPlain, hasPacked] = await Promise.all([
    isThere(folder, plain),
    isThere(folder, packed),
  ]);
  if (hasPlain && hasPacked) {
    throw new UserError(`Cannot read ${folder}: it holds both ${plain} and ${packed}.`, {
      advice: "The run was cut short while it was packed; recover it first.",
    });
  }
  if (hasPacked) return { name: packed, chunks: () => gunzip(readFile(folder, packed), packed) };
  if (hasPlain) return { name: plain, chunks: () => notGzip(readFile(folder, plain), plain) };
  return null;
}

async function isThere(folder: string, name: string): Promise<boolean> {
  try {
    return await exists(join(folder, name));
  } catch (error) {
    throw unreadable(join(folder, name), error);
  }
}

async function* readFile(folder: string, name: string): AsyncGenerator<Uint8Array> {
  try {
    using file = await Deno.open(join(folder, name), { read: true });
    for (;;) {
      const chunk = new Uint8Array(64 * 1024);
      const count = await file.read(chunk);
      if (count === null) return;
      yield chunk.subarray(0, count);
    }
  } catch (error) {
    throw unreadable(join(folder, name), error);
  }
}

/** Refuses gzip content under a plain name. */
async function* notGzip(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const chunk of chunks) {
    if (first && chunk[0] === 0x1f && (chunk.length < 2 || chunk[1] === 0x8b)) {
      throw new UserError(`Cannot read ${name}: it holds gzip content under a name without .gz.`, {
        advice: "Give it the end .jsonl.gz.",
      });
    }
    first = false;
    yield chunk;
  }
}
