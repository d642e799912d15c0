import { Buffer } from "node:buffer";
import { createGzip } from "node:zlib";
import { type FileSystem, replaceFile } from "./file_system.ts";

const PIECE = 1 << 16;

/**
 * Packs a file with gzip into another one, piece by piece. The same content gives the same bytes:
 * the header holds no time, no name and no system.
 *
 * @param to Replaced in one step when it is there.
 */
export async function packFile(files: FileSystem, from: string, to: string): Promise<void> {
  await replaceFile(files, to, gzipOf(from));
}

async function* gzipOf(path: string): AsyncGenerator<Uint8Array> {
  using file = await Deno.open(path, { read: true });
  const gzip = createGzip({ level: 9 });
  const feed = async () => {
    const piece = new Uint8Array(PIECE);
    for (let filled = 0;;) {
      const read = await file.read(piece.subarray(filled));
      filled += read ?? 0;
      if (filled < PIECE && read !== null) continue;
      if (!gzip.write(Buffer.from(piece.subarray(0, filled)))) {
        await new Promise((resolve) => gzip.once("drain", resolve));
      }
      filled = 0;
      if (read === null) break;
    }
    gzip.end();
  };
  const fed = feed().catch((error) => gzip.destroy(error));
  let first = true;
  for await (const packed of gzip) {
    const piece = new Uint8Array(packed);
    if (first) piece[9] = 255; // the header's byte for the system: "unknown"
    first = false;
    yield piece;
  }
  await fed;
}
