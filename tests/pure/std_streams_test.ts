import assert from "node:assert/strict";
import { TextLineStream } from "@std/streams/text-line-stream";
import { seededRandom } from "../../lib/base/random.ts";

/** The properties hold of whichever `@std/streams` the name resolves to. */
async function linesOf(parts: string[], options?: { allowCR?: boolean }): Promise<string[]> {
  const stream = ReadableStream.from(parts).pipeThrough(new TextLineStream(options));
  return await Array.fromAsync(stream);
}

Deno.test("lines end with LF or CRLF; a last one without an end counts, an empty one does not", async () => {
  assert.deepEqual(await linesOf(["a\r\nb\n\nc"]), ["a", "b", "", "c"]);
  assert.deepEqual(await linesOf(["a\n"]), ["a"]);
  assert.deepEqual(await linesOf(["\n"]), [""]);
  assert.deepEqual(await linesOf([]), []);
  assert.deepEqual(await linesOf(["a\rb\n"]), ["a\rb"]);
  assert.deepEqual(await linesOf(["a\rb\n"], { allowCR: true }), ["a", "b"]);
});

Deno.test("cut anywhere, a text has the same lines", async () => {
  const random = seededRandom(1);
  const pick = (size: number) => Math.floor(random() * size);
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: pick(40) }, () => ["a", "ż", "\n", "\r\n", "\r"][pick(5)])
      .join("");
    const parts: string[] = [];
    for (let at = 0; at < text.length;) {
      const size = pick(5);
      parts.push(text.slice(at, at + size));
      at += size;
    }
    for (const allowCR of [false, true]) {
      const whole = await linesOf([text], { allowCR });
      assert.deepEqual(
        await linesOf(parts, { allowCR }),
        whole,
        JSON.stringify({ parts, allowCR }),
      );
      const ends = allowCR ? /\r\n|\n|\r/ : /\r?\n/;
      const expected = text.split(ends);
      if (expected.at(-1) === "") expected.pop();
      assert.deepEqual(whole, expected, JSON.stringify({ text, allowCR }));
    }
  }
});
