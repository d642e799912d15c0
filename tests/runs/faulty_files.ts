import { join } from "node:path";
import type { FileSystem, WritableFile } from "../../lib/base/file_system.ts";
import { hastyFiles } from "../records/hasty_files.ts";

/**
 * What stands between a file system and its user: called before each operation. A write, or the
 * removal of a folder, that is refused is done to that share: nothing at 0.
 */
type Gate = (
  operation: string,
  bytes: number,
) => Promise<"go" | { share: number; error: Error }>;

/** A file system that asks the gate first. */
export function gatedFiles(gate: Gate): FileSystem {
  const real = hastyFiles();
  const pass = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    const answer = await gate(operation, 0);
    if (answer !== "go") throw answer.error;
    return await work();
  };
  const writable = async (open: Promise<WritableFile>): Promise<WritableFile> => {
    const file = await open;
    return {
      write: async (bytes) => {
        const answer = await gate("write", bytes.length);
        if (answer === "go") return await file.write(bytes);
        await file.write(bytes.subarray(0, Math.floor(bytes.length * answer.share)));
        throw answer.error;
      },
      sync: () => pass("sync", () => file.sync()),
      close: () => file.close(),
    };
  };
  return {
    makeDirectory: (path, how) => pass("makeDirectory", () => real.makeDirectory(path, how)),
    create: (path) => pass("create", () => writable(real.create(path))),
    append: (path) => pass("append", () => writable(real.append(path))),
    rename: (from, to) => pass("rename", () => real.rename(from, to)),
    remove: async (path, how) => {
      const answer = await gate("remove", 0);
      if (answer === "go") return await real.remove(path, how);
      if (answer.share > 0 && how?.recursive) await removeFirstFile(real, path);
      throw answer.error;
    },
    syncDirectory: (path) => pass("syncDirectory", () => real.syncDirectory(path)),
    list: (path) => pass("list", () => real.list(path)),
    read: (path) => pass("read", () => real.read(path)),
    exists: (path) => pass("exists", () => real.exists(path)),
  };
}

/** What is left undone when the removal of a folder, which goes file by file, is cut short. */
async function removeFirstFile(files: FileSystem, folder: string): Promise<void> {
  const first = (await files.list(folder)).find(({ kind }) => kind === "file");
  if (first) await files.remove(join(folder, first.name));
}

/** A disk that takes so many bytes and is full then. */
export function fullAfter(bytes: number): FileSystem {
  let room = bytes;
  return gatedFiles((_operation, size) => {
    if (size <= room) {
      room -= size;
      return Promise.resolve("go");
    }
    const error = Object.assign(new Error("No space left on device (os error 28)"), {
      code: "ENOSPC",
    });
    const share = room / size;
    room = 0;
    return Promise.resolve({ share, error });
  });
}

/** A process that is killed in the middle of its `number`th operation. */
export function killedAt(number: number): { files: FileSystem; operations: () => number } {
  let count = 0;
  const error = new Error("the process was killed");
  const files = gatedFiles(() =>
    Promise.resolve(++count < number ? "go" : { share: count === number ? 0.5 : 0, error })
  );
  return { files, operations: () => count };
}
