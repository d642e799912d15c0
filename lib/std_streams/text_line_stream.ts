/** How lines end in a {@linkcode TextLineStream}. */
export interface TextLineStreamOptions {
  /** Whether a carriage return on its own also ends a line. @default {false} */
  allowCR?: boolean;
}

/**
 * Cuts a stream of text into its lines, without their line ends. A line ends with LF or CRLF, and
 * with `allowCR` also with a lone CR; a last line without an end counts, an empty one does not.
 *
 * This is the project's own version of the class of that name in `jsr:@std/streams`, for networks
 * that do not reach JSR; one suite of properties runs against whichever of the two is in use.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { TextLineStream } from "@std/streams/text-line-stream";
 *
 * const lines = ReadableStream.from(["a\r", "\nb"]).pipeThrough(new TextLineStream());
 * assert((await Array.fromAsync(lines)).join("|") === "a|b");
 * ```
 */
export class TextLineStream extends TransformStream<string, string> {
  #rest = "";

  constructor(options: TextLineStreamOptions = {}) {
    const { allowCR = false } = options;
    super({
      transform: (chunk, controller) => this.#cut(chunk, allowCR, controller),
      flush: (controller) => {
        if (this.#rest === "") return;
        controller.enqueue(
          allowCR && this.#rest.endsWith("\r") ? this.#rest.slice(0, -1) : this.#rest,
        );
      },
    });
  }

  #cut(
    chunk: string,
    allowCR: boolean,
    controller: TransformStreamDefaultController<string>,
  ) {
    const text = this.#rest + chunk;
    let from = 0;
    // a line end can begin at the last character that was kept, never before it
    for (let at = Math.max(0, this.#rest.length - 1); at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10) {
        const crlf = at > from && text.charCodeAt(at - 1) === 13;
        controller.enqueue(text.slice(from, crlf ? at - 1 : at));
        from = at + 1;
      } else if (
        allowCR && code === 13 && at + 1 < text.length &&
        text.charCodeAt(at + 1) !== 10
      ) {
        controller.enqueue(text.slice(from, at));
        from = at + 1;
      }
    }
    this.#rest = text.slice(from);
  }
}
