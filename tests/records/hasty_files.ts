import { type FileSystem, systemFiles, type WritableFile } from "../../lib/base/file_system.ts";

/** The machine's file system without waiting for the disk: tests write much and keep nothing. */
export function hastyFiles(): FileSystem {
  const files = systemFiles();
  const hasty = async (open: Promise<WritableFile>): Promise<WritableFile> => {
    const file = await open;
    return { write: file.write, close: file.close, sync: () => Promise.resolve() };
  };
  return {
    ...files,
    create: (path) => hasty(files.create(path)),
    append: (path) => hasty(files.append(path)),
    syncDirectory: () => Promise.resolve(),
  };
}
