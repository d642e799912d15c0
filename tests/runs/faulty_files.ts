import { type FileSystem, systemFiles, type WritableFile } from "../../lib/base/file_system.ts";

/** What stands between a file system and its user: called before each operation. */
type Gate = (operation: string, bytes: number) => Promise<"go" | { part: number; error: Error }>;

/** A file system that asks the gate first; a write that is refused may do a part of its work. */
export function gatedFiles(gate: Gate): FileSystem {
  const real = systemFiles();
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
        await file.write(bytes.subarray(0, answer.part));
        throw answer.error;
      },
      sync: () => pass("sync", () => Promise.resolve()), // tests need not wait for the disk
      close: () => file.close(),
    };
  };
  return {
    makeDirectory: (path, how) => pass("makeDirectory", () => real.makeDirectory(path, how)),
    create: (path) => pass("create", () => writable(real.create(path))),
    append: (path) => pass("append", () => writable(real.append(path))),
    rename: (from, to) => pass("rename", () => real.rename(from, to)),
    remove: (path, how) => pass("remove", () => real.remove(path, how)),
    syncDirectory: () => pass("syncDirectory", () => Promise.resolve()),
    list: (path) => pass("list", () => real.list(path)),
    read: (path) => pass("read", () => real.read(path)),
    exists: (path) => pass("exists", () => real.exists(path)),
  };
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
    const part = room;
    room = 0;
    return Promise.resolve({ part, error });
  });
}

/** A process that is killed at its `number`th operation, in the middle of it if that is a write. */
export function killedAt(number: number): { files: FileSystem; operations: () => number } {
  let count = 0;
  const error = new Error("the process was killed");
  const files = gatedFiles((_operation, size) => {
    count++;
    if (count < number) return Promise.resolve("go");
    return Promise.resolve({ part: count === number ? Math.floor(size / 2) : 0, error });
  });
  return { files, operations: () => count };
}
