import { type FileSystem, replaceFile } from "../../base/file_system.ts";
import { decodeChecked } from "../../record/journal.ts";

/**
 * Cuts what stands behind the last whole line of a telemetry file: the trace of a write that was cut
 * short. Nothing is done where there is no such file.
 *
 * @returns How many bytes were cut.
 */
export async function cutTornEnd(files: FileSystem, path: string): Promise<number> {
  if (!await files.exists(path)) return 0;
  const bytes = await files.read(path);
  const decoder = new TextDecoder();
  for (let end = bytes.length; end > 0;) {
    const feed = bytes.lastIndexOf(10, end - 1);
    // what no line end closes is torn; a closed line is whole when its checksum is right
    if (feed === end - 1) {
      const start = bytes.lastIndexOf(10, feed - 1) + 1;
      if (feed > 0 && isWhole(decoder.decode(bytes.subarray(start, feed)))) {
        if (end < bytes.length) await replaceFile(files, path, bytes.subarray(0, end));
        return bytes.length - end;
      }
      end = start;
    } else {
      end = feed + 1;
    }
  }
  if (bytes.length > 0) await replaceFile(files, path, "");
  return bytes.length;
}

function isWhole(line: string): boolean {
  try {
    decodeChecked(line, "");
    return true;
  } catch {
    return false;
  }
}
