import type { FileSystem, WritableFile } from "../../base/file_system.ts";

/** Where the arrivals of very long responses are kept while a round lasts. */
export interface SpillPlace {
  files: FileSystem;
  /** A folder on this machine; its files are the caller's to remove when the lines are written. */
  folder: string;
}

/** Events in a block: what a response holds in memory when its arrivals are spilled. */
export const spilledBlockEvents = 16_384;

const timeBytes = spilledBlockEvents * 8;
const blockBytes = spilledBlockEvents * 12;

/**
 * The full blocks of one response's arrivals, in a file: first the times of a block, then its token
 * counts. Blocks are written behind the measurement's back. When the disk refuses one, it and all
 * later ones stay in memory, so that nothing is lost.
 */
export class ArrivalSpill {
  #path: string;
  #file: WritableFile | null = null;
  #written = 0;
  #kept: Uint8Array[] = [];
  /** A block that has been written, to be filled again. */
  #spare: Uint8Array | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly place: SpillPlace) {
    this.#path = `${place.folder}/arrivals-${crypto.randomUUID()}.tmp`;
  }

  /** Takes over a full block. */
  take(afterNs: Float64Array<ArrayBuffer>, tokens: Uint32Array<ArrayBuffer>): void {
    const block = this.#spare ?? new Uint8Array(blockBytes);
    this.#spare = null;
    block.set(new Uint8Array(afterNs.buffer));
    block.set(new Uint8Array(tokens.buffer), timeBytes);
    this.#writing = this.#writing.then(() => this.#write(block));
  }

  /** Resolves when every block that was taken lies in the file or is kept. */
  async settled(): Promise<void> {
    await this.#writing;
    this.#file?.close();
    this.#file = null;
  }

  /** The times of all blocks, read from the file. */
  *times(): Iterable<Float64Array> {
    for (const block of this.#blocks()) yield new Float64Array(block.slice(0, timeBytes).buffer);
  }

  /** The token counts of all blocks, read from the file. */
  *tokens(): Iterable<Uint32Array> {
    for (const block of this.#blocks()) yield new Uint32Array(block.slice(timeBytes).buffer);
  }

  *#blocks(): Iterable<Uint8Array> {
    if (this.#written > 0) {
      const bytes = Deno.readFileSync(this.#path);
      for (let block = 0; block < this.#written; block++) {
        yield bytes.subarray(block * blockBytes, (block + 1) * blockBytes);
      }
    }
    yield* this.#kept;
  }

  async #write(block: Uint8Array): Promise<void> {
    try {
      if (this.#kept.length > 0) throw new Error("the disk has refused a block before");
      this.#file ??= await this.place.files.create(this.#path);
      await this.#file.write(block);
      this.#written++;
      this.#spare = block;
    } catch {
      this.#kept.push(block);
    }
  }
}
