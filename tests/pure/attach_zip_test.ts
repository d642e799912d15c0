import assert from "node:assert/strict";
import { readZip, zipLimits } from "../../lib/attach/zip_read.ts";
import { writeZip } from "../../lib/attach/zip_write.ts";
import { seededRandom } from "../../lib/base/random.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const sample = new Map([
  ["a/one.txt", bytes("one ".repeat(500))],
  ["a/two.txt", bytes("2")],
  ["a/empty", bytes("")],
]);

Deno.test("what is packed comes out again, and the order of packing changes nothing", () => {
  const zip = writeZip(sample);
  assert.deepEqual(zip, writeZip(new Map([...sample].reverse())));
  assert.deepEqual([...readZip(zip, "a.zip")].sort(), [...sample].sort());
});

Deno.test("the bytes of a ZIP are always the same, whatever runs", () => {
  const zip = writeZip(new Map([["a", bytes("a")]]));
  assert.equal(
    zip.toHex(),
    "504b03041400000008000000210043beb7e8030000000100000001000000614b0400" +
      "504b010214001400000008000000210043beb7e803000000010000000100000000000000000000000000000000" +
      "0061504b050600000000010001002f000000220000000000",
  );
});

/** A ZIP in which one of the names is another one of the same length. */
function renamed(to: string): Uint8Array {
  const from = "x".repeat(bytes(to).length);
  const zip = writeZip(new Map([["b", bytes("1")], [from, bytes("2")]]));
  const text = new TextDecoder("latin1").decode(zip).replaceAll(from, latin1(to));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function latin1(text: string): string {
  return String.fromCharCode(...bytes(text));
}

const names: Record<string, RegExp> = {
  "../b.txt": /has the part '\.\.'/,
  "a/../../b": /has the part '\.\.'/,
  "/etc/passwd": /absolute/,
  "C:/windows": /drive letter/,
  "a\\..\\b": /backslash/,
  "a/./b": /has the part '\.'/,
  "ä.txt": /which no name in a bag may/,
  "a\u0000b": /control character/,
  "\ufeffa.txt": /which no name in a bag may/,
  "B": /differs only in case/,
};
for (const [name, message] of Object.entries(names)) {
  Deno.test(`a ZIP with the name ${JSON.stringify(name)} is refused`, () => {
    assert.throws(() => readZip(renamed(name), "bad.zip"), message);
  });
}

/** Changes a field of the first entry in the list at the end. */
function changed(field: number, value: number, width: 2 | 4, files = sample): Uint8Array {
  const zip = writeZip(files).slice();
  const view = new DataView(zip.buffer);
  const list = view.getUint32(zip.length - 22 + 16, true);
  if (width === 2) view.setUint16(list + field, value, true);
  else view.setUint32(list + field, value, true);
  return zip;
}

Deno.test("links, devices, encrypted and oddly packed files are refused", () => {
  const cases: [Uint8Array, RegExp][] = [
    [changed(38, 0xa1ff0000, 4), /is no plain file/], // a symbolic link
    [changed(38, 0x61b60000, 4), /is no plain file/], // a block device
    [changed(8, 1, 2), /is encrypted/],
    [changed(10, 12, 2), /another name or form|packed by the method/],
    [changed(16, 0, 4, new Map([["a", bytes("1")]])), /does not match its checksum/],
    [changed(42, 1, 4), /is damaged|overlaps/],
  ];
  for (const [zip, message] of cases) assert.throws(() => readZip(zip, "bad.zip"), message);
});

Deno.test("a record at the end that does not fit the rest is refused", () => {
  const zip = writeZip(sample);
  for (const field of [8, 12, 20]) { // entries on this disk, bytes of the list, bytes of the comment
    const harmed = zip.slice();
    harmed[zip.length - 22 + field]++;
    assert.throws(() => readZip(harmed, "bad.zip"), /the record at its end is damaged/);
  }
  const longer = new Uint8Array([...zip, 0]);
  assert.throws(() => readZip(longer, "bad.zip"), /the record at its end is damaged/);
  longer[zip.length - 2] = 1; // now the byte is a comment
  assert.equal(readZip(longer, "good.zip").size, sample.size);
});

Deno.test("a name that is no UTF-8 is refused and not mended", () => {
  const zip = writeZip(new Map([["xx", bytes("1")]]));
  const text = new TextDecoder("latin1").decode(zip).replaceAll("xx", "a\xff");
  const harmed = Uint8Array.from(text, (character) => character.charCodeAt(0));
  assert.throws(() => readZip(harmed, "bad.zip"), /a name in it is damaged/);
});

Deno.test("a bomb is refused before it is unpacked", () => {
  const bomb = new Map([["a", new Uint8Array(10_000_000)]]);
  const zip = writeZip(bomb);
  assert(zip.length < 30_000);
  const limits = { ...zipLimits, fileBytes: 1_000_000 };
  assert.throws(() => readZip(zip, "bomb.zip", limits), /unpacks to 10000000 bytes/);
  // one that says that it is small
  assert.throws(
    () => readZip(changed(24, 100, 4, bomb), "bomb.zip"),
    /cannot be unpacked to its 100/,
  );
  const many = writeZip(new Map(Array.from({ length: 50 }, (_, at) => [`f${at}`, bytes("x")])));
  assert.throws(() => readZip(many, "many.zip", { ...zipLimits, files: 49 }), /holds 50 files/);
  assert.throws(
    () => readZip(writeZip(sample), "big.zip", { ...zipLimits, totalBytes: 2000 }),
    /unpacks to more than 2000/,
  );
});

Deno.test("files that share their bytes are refused", () => {
  const zip = writeZip(new Map([["a", bytes("1")], ["b", bytes("1")]])).slice();
  const view = new DataView(zip.buffer);
  const list = view.getUint32(zip.length - 22 + 16, true);
  view.setUint32(list + 47 + 42, view.getUint32(list + 42, true), true); // b lies where a lies
  assert.throws(() => readZip(zip, "quine.zip"), /overlaps|another name/);
});

Deno.test("a damaged ZIP gives the old content or is refused, and never anything else", () => {
  const random = seededRandom(11);
  const zip = writeZip(sample);
  for (let run = 0; run < 2000; run++) {
    const harmed = zip.slice(0, random() < 0.2 ? Math.floor(random() * zip.length) : zip.length);
    for (let flips = 0; flips < 3 && harmed.length > 0; flips++) {
      harmed[Math.floor(random() * harmed.length)] ^= 1 << Math.floor(random() * 8);
    }
    try {
      for (const [name, content] of readZip(harmed, "harmed.zip")) {
        // a name may have become another harmless one; content is held by its checksum
        const known = sample.get(name);
        if (known) assert.deepEqual(content, known);
      }
    } catch (error) {
      assert.match((error as Error).message, /^Cannot unpack harmed\.zip: /);
    }
  }
});
