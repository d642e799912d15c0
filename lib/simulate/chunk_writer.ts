import { joinBytes } from "../base/join_bytes.ts";
import { type Pipe, writeAll } from "./pipe.ts";

interface Waiting {
  bytes: Uint8Array;
  sent?: (atNs: number) => void;
}

/**
 * Writes to a connection in order, one write at a time: what comes while a write is under way goes
 * out together with the next. Each piece is told the moment just before its write.
 */
export class ChunkWriter {
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | null = null;
  /** The other end takes nothing any more. */
  broken = false;

  constructor(private readonly pipe: Pipe, private readonly nowNs: () => number) {}

  send(bytes: Uint8Array, sent?: (atNs: number) => void): void {
    this.#waiting.push({ bytes, sent });
    this.#flushing ??= this.#flush();
  }

  /** Resolves when all that was sent so far is written, or cannot be. */
  async drained(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0 && !this.broken) {
      const now = this.#waiting.splice(0);
      const bytes = now.length === 1 ? now[0].bytes : joinBytes(now.map(({ bytes }) => bytes));
      const atNs = this.nowNs();
      for (const { sent } of now) sent?.(atNs);
      try {
        await writeAll(this.pipe, bytes);
      } catch {
        this.broken = true;
      }
    }
    this.#waiting = [];
    this.#flushing = null;
  }
}
