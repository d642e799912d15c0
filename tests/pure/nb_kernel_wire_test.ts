import assert from "node:assert/strict";
import { seededRandom } from "../../lib/base/random.ts";
import { MessageCodec } from "../../lib/notebook/kernel/message.ts";
import {
  encodeMultipart,
  greeting,
  readyCommand,
  ZmtpError,
  ZmtpReader,
} from "../../lib/notebook/kernel/zmtp.ts";

const text = new TextEncoder();

function cat(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

Deno.test("frames look as RFC 23 draws them", () => {
  assert.equal(greeting().length, 64);
  assert.deepEqual([...greeting().slice(8, 17)], [0, 0x7f, 3, 0, ...text.encode("NULL"), 0]);
  assert.deepEqual([...encodeMultipart([text.encode("a"), text.encode("")])], [1, 1, 97, 0, 0]);
  const long = encodeMultipart([new Uint8Array(300)]);
  assert.deepEqual([...long.slice(0, 9)], [2, 0, 0, 0, 0, 0, 0, 1, 44]);
  assert.equal(long.length, 309);
  const [flags, length, nameLength] = readyCommand("SUB", "");
  assert.deepEqual([flags, length, nameLength], [4, readyCommand("SUB", "").length - 2, 5]);
});

Deno.test("cutting the bytes anywhere gives the same messages", () => {
  const messages = [
    [text.encode("a")],
    [new Uint8Array(0), new Uint8Array(255).fill(1), new Uint8Array(256).fill(2)],
    [new Uint8Array(70_000).fill(3)],
    [text.encode("Größe"), text.encode("end")],
  ];
  const bytes = cat(
    greeting(),
    readyCommand("PUB", "kernel"),
    ...messages.map((frames) => encodeMultipart(frames)),
  );
  const random = seededRandom(5);
  for (let round = 0; round < 20; round++) {
    const reader = new ZmtpReader();
    const read = [];
    const longest = [1, 3, 100, 5000, 80_000][round % 5];
    for (let at = 0; at < bytes.length;) {
      const end = at + 1 + Math.floor(random() * longest);
      read.push(...reader.feed(bytes.slice(at, end)));
      at = end;
    }
    assert.equal(reader.ready, true);
    assert.deepEqual(read, messages);
  }
});

Deno.test("bytes that are no ZMTP are refused", () => {
  assert.throws(() => new ZmtpReader().feed(text.encode("HTTP/1.1 200 OK".padEnd(64))), ZmtpError);
  const handshake = cat(greeting(), readyCommand("PUB", ""));
  for (const bad of [[0x7b, 0x22], [2, 1, 0, 0, 0, 0, 0, 0, 0]]) {
    const reader = new ZmtpReader();
    reader.feed(handshake);
    assert.throws(() => reader.feed(Uint8Array.from(bad)), ZmtpError);
  }
});

Deno.test("messages are signed and read; a foreign signature is refused", () => {
  const codec = new MessageCodec("secret", "session");
  const frames = codec.encode("execute_request", "id-1", { code: "1" });
  assert.deepEqual(codec.decode([text.encode("topic"), ...frames]), {
    type: "execute_request",
    parentId: null,
    content: { code: "1" },
  });
  assert.throws(() => new MessageCodec("other", "session").decode(frames), /signature/);
  assert.throws(() => codec.decode(frames.slice(0, 3)), /too few frames/);
});
