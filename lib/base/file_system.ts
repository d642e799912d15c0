import { exists } from "./exists.ts";

/** A file that is written from its start or its end. */
export interface WritableFile {
  /** Writes all the bytes, or rejects (a full disk rejects with code ENOSPC). */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when what was written is on the disk. */
  sync(): Promise<void>;
  close(): void;
}

/** What stands under a name, links not followed. */
export interface Entry {
  name: string;
  kind: "file" | "directory" | "link" | "other";
}

/**
 * The file operations that writers of records and bags use, as an argument, so that tests can fill
 * the disk, cut the power or count the operations. Readers use Deno's own functions.
 */
export interface FileSystem {
  /** Makes a directory; rejects when it is there, unless `recursive`. */
  makeDirectory(path: string, options?: { recursive?: boolean }): Promise<void>;
  /** Makes a new file and opens it for writing; rejects when the name is taken. */
  create(path: string): Promise<WritableFile>;
  /** Opens a file for writing at its end; makes it when it is not there. */
  append(path: string): Promise<WritableFile>;
  /** Renames within one file system, in one step; an existing file under the new name is replaced. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, or with `recursive` a directory and all in it. */
  remove(path: string, options?: { recursive?: boolean }): Promise<void>;
  /** Resolves when the names in the directory are on the disk. */
  syncDirectory(path: string): Promise<void>;
  /** The entries of a directory, sorted by name. */
  list(path: string): Promise<Entry[]>;
  read(path: string): Promise<Uint8Array>;
  /** Whether something, a broken link too, stands under the name. */
  exists(path: string): Promise<boolean>;
}

/** The machine's own file system. */
export function systemFiles(): FileSystem {
  return {
    makeDirectory: (path, options) => Deno.mkdir(path, options),
    create: async (path) => writable(await Deno.open(path, { write: true, createNew: true })),
    append: async (path) => writable(await Deno.open(path, { append: true, create: true })),
    rename: (from, to) => Deno.rename(from, to),
    remove: (path, options) => Deno.remove(path, options),
    syncDirectory: async (path) => {
      if (Deno.build.os === "windows") return; // a directory cannot be opened there
      using directory = await Deno.open(path, { read: true });
      await directory.sync();
    },
    list: async (path) => {
      const entries = await Array.fromAsync(Deno.readDir(path), (entry): Entry => ({
        name: entry.name,
        kind: kindOf(entry),
      }));
      return entries.sort((a, b) => a.name < b.name ? -1 : 1);
    },
    read: (path) => Deno.readFile(path),
    exists,
  };
}

/** The kind of what a directory lists, or of what `lstat` tells. */
export function kindOf(
  { isSymlink, isDirectory, isFile }: Pick<Deno.DirEntry, "isSymlink" | "isDirectory" | "isFile">,
): Entry["kind"] {
  return isSymlink ? "link" : isDirectory ? "directory" : isFile ? "file" : "other";
}

function writable(file: Deno.FsFile): WritableFile {
  return {
    write: async (bytes) => {
      for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
    },
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

/**
 * Puts a whole file under a name in one step: after a crash the name holds the old content or the
 * new one, never a part.
 *
 * @param content The whole, or its pieces in order as they are made.
 */
export async function replaceFile(
  files: FileSystem,
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const whole = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const draft = `${path}.tmp`;
  if (await files.exists(draft)) await files.remove(draft);
  const file = await files.create(draft);
  try {
    for await (const piece of whole instanceof Uint8Array ? [whole] : whole) {
      await file.write(piece);
    }
    await file.sync();
  } finally {
    file.close();
  }
  await files.rename(draft, path);
}
