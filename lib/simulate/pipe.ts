/** One end of a connection, as a socket has it. */
export interface Pipe {
  /** Fills the buffer with what is there; null when the other end is closed. */
  read(buffer: Uint8Array): Promise<number | null>;
  /** Resolves to how many of the bytes it took, the first ones. */
  write(bytes: Uint8Array): Promise<number>;
  close(): void;
}

/** Writes all the bytes, in as many writes as the pipe needs. */
export async function writeAll(pipe: Pipe, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await pipe.write(bytes.subarray(at));
}

/**
 * The two ends of a connection within this process. What is written can be read at once: no time
 * passes on the way.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pipePair } from "./pipe.ts";
 *
 * const [left, right] = pipePair();
 * await left.write(Uint8Array.of(7, 8));
 * left.close();
 * const buffer = new Uint8Array(4);
 * assert.equal(await right.read(buffer), 2);
 * assert.equal(await right.read(buffer), null);
 * ```
 */
export function pipePair(): [Pipe, Pipe] {
  const there = new Way();
  const back = new Way();
  const end = (from: Way, to: Way): Pipe => ({
    read: (buffer) => from.read(buffer),
    write: (bytes) => {
      if (to.closed) return Promise.reject(new Deno.errors.BrokenPipe("the other end is closed"));
      to.push(bytes);
      return Promise.resolve(bytes.length);
    },
    close: () => {
      to.close();
      from.close();
    },
  });
  return [end(back, there), end(there, back)];
}

class Way {
  closed = false;
  #pieces: Uint8Array[] = [];
  #wake: (() => void) | null = null;

  push(bytes: Uint8Array): void {
    this.#pieces.push(bytes.slice());
    this.#wake?.();
  }

  close(): void {
    this.closed = true;
    this.#wake?.();
  }

  async read(buffer: Uint8Array): Promise<number | null> {
    while (this.#pieces.length === 0) {
      if (this.closed) return null;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    let filled = 0;
    while (this.#pieces.length > 0 && filled < buffer.length) {
      const piece = this.#pieces[0];
      const part = piece.subarray(0, buffer.length - filled);
      buffer.set(part, filled);
      filled += part.length;
      if (part.length === piece.length) this.#pieces.shift();
      else this.#pieces[0] = piece.subarray(part.length);
    }
    return filled;
  }
}
