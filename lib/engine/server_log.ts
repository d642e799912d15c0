const HEAD_LINES = 3000;
const TAIL_LINES = 300;

/**
 * What a server writes, in bounded memory however long it runs: the first 3000 lines, which tell
 * its settings, and the last 300, which tell its end.
 */
export class ServerLog {
  #head: string[] = [];
  #tail: string[] = [];
  #dropped = 0;
  #firstError: string | null = null;

  /** Takes lines from a stream until it ends. */
  async readFrom(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#add(line.trimEnd());
    }
    if (rest !== "") this.#add(rest.trimEnd());
  }

  /** Everything that is kept, with a line that counts what is left out. */
  text(): string {
    const gap = this.#dropped === 0 ? [] : [`[${this.#dropped} lines left out]`];
    return [...this.#head, ...gap, ...this.#tail].join("\n");
  }

  /** The first line that tells of an error, else the last line, without its time stamp. */
  complaint(): string | null {
    const line = this.#firstError ?? this.#tail.at(-1) ?? this.#head.at(-1) ?? null;
    return line === null ? null : line.replace(/^[\d.]+ [EWI] /, "").replace(/\s+/g, " ").trim();
  }

  #add(line: string): void {
    if (/^[\d.]+ E |^error\b/i.test(line)) this.#firstError ??= line;
    if (line === "") return;
    if (this.#head.length < HEAD_LINES) {
      this.#head.push(line);
      return;
    }
    this.#tail.push(line);
    if (this.#tail.length > TAIL_LINES) {
      this.#tail.shift();
      this.#dropped++;
    }
  }
}
