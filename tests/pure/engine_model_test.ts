import assert from "node:assert/strict";
import { join } from "node:path";
import { hashHex } from "../../lib/base/hash.ts";
import { readGgufHeader } from "../../lib/engine/gguf_header.ts";
import { encodeGguf } from "../../lib/engine/gguf_writer.ts";
import { inspectModelFile } from "../../lib/engine/model_file.ts";
import { findModelFile } from "../../lib/engine/split_model.ts";
import { tinyModel, writeTinyModel } from "../../lib/engine/tiny_model.ts";
import { modelFileSchema } from "../../lib/record/record.ts";
import { inFolder } from "../in_folder.ts";

const F16 = "b6c143db1dd28d9cade9397a80cf7f2e439a8bbac30b0d7fdee043c4538e90ce";
const planned = { id: "tiny", name: "Tiny", file: "m.gguf", sha256: null, quantization: null };

const withPaths = (test: (path: (name: string) => string) => Promise<void>) =>
  inFolder((folder) => test((name) => join(folder, name)));

Deno.test("the tiny model has the same bytes everywhere and is under 1 MB", () => {
  const golden = {
    f16: F16,
    q8_0: "d40a6214013ea577f3467f658bac4cebce4a2c79aaf77cac33855d6a95688def",
    f32: "5ad27a0c4c76bbebc88ce681acc41c049fa7700340f288ef19f29ac90be9dc0b",
  };
  for (const type of ["f16", "q8_0", "f32"] as const) {
    const bytes = tinyModel(type);
    assert.equal(hashHex("sha256", bytes), golden[type], type);
    assert.deepEqual(tinyModel(type), bytes);
    assert(bytes.length < 1e6);
  }
});

Deno.test("a GGUF file of two values is the bytes that the format prescribes", () => {
  const bytes = encodeGguf(
    [["a", { type: "uint32", value: 7 }], ["b", { type: "string[]", value: ["é"] }]],
    [{ name: "t", dimensions: [2], values: Float32Array.of(1, -2), type: "f16" }],
  );
  const head = [
    ..."GGUF".split("").map((letter) => letter.charCodeAt(0)),
    ...[3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
    ...[1, 0, 0, 0, 0, 0, 0, 0, 97, 4, 0, 0, 0, 7, 0, 0, 0],
    ...[1, 0, 0, 0, 0, 0, 0, 0, 98, 9, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    ...[2, 0, 0, 0, 0, 0, 0, 0, 0xc3, 0xa9],
    ...[1, 0, 0, 0, 0, 0, 0, 0, 116, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
    ...[0, 0, 0, 0, 0, 0, 0, 0],
  ];
  assert.deepEqual([...bytes.subarray(0, head.length)], head);
  const data = Math.ceil(head.length / 32) * 32;
  assert.deepEqual([...bytes.subarray(data, data + 4)], [0x00, 0x3c, 0x00, 0xc0]); // 1, -2 as halves
  assert.equal(bytes.length, data + 32);
});

Deno.test("Q8_0 keeps each value within half a step of its block", () => {
  const values = Float32Array.from({ length: 32 }, (_, at) => at - 10);
  const bytes = encodeGguf([], [{ name: "q", dimensions: [32], values, type: "q8_0" }]);
  const block = new DataView(bytes.buffer, bytes.length - 64, 34); // 34 bytes, padded to 64
  const step = block.getFloat16(0, true);
  assert(Math.abs(step - 21 / 127) < 1e-4);
  values.forEach((value, at) =>
    assert(Math.abs(block.getInt8(2 + at) * step - value) <= step * 0.51)
  );
});

Deno.test("a model file's facts come from its header and its bytes", () =>
  withPaths(async (path) => {
    await writeTinyModel(path("m.gguf"), { type: "q8_0" });
    assert.deepEqual(await readGgufHeader(path("m.gguf")), {
      version: 3,
      tensors: 21,
      name: "Tiny Cycle 167K",
      architecture: "llama",
      quantization: "Q8_0",
    });
    await writeTinyModel(path("m.gguf")); // replaces it
    const facts = await inspectModelFile(path("m.gguf"), { ...planned, sha256: F16 });
    assert.deepEqual(facts, {
      id: "tiny",
      name: "Tiny",
      file: "m.gguf",
      bytes: 353152,
      sha256: F16,
      quantization: "F16",
    });
  }));

Deno.test("a model that is split has the size and the hash of its parts, one after the other", () =>
  withPaths(async (path) => {
    // the parts need not be sound for their facts to be told: only the first one's header is read
    const bytes = tinyModel();
    const pieces = [bytes.subarray(0, 200_000), bytes.subarray(200_000, 300_000)];
    pieces.push(bytes.subarray(300_000));
    const names = [1, 2, 3].map((number) => `m-0000${number}-of-00003.gguf`);
    for (const [at, name] of names.entries()) await Deno.writeFile(path(name), pieces[at]);
    const folder = path(".");
    assert.equal(await findModelFile(folder, "m.gguf"), path(names[0]));
    assert.equal(await findModelFile(folder, names[0]), path(names[0]));
    assert.equal(await findModelFile(folder, "other.gguf"), null);
    assert.equal(await findModelFile(path("none"), "m.gguf"), null);

    const facts = await inspectModelFile(path(names[0]), { ...planned, sha256: F16 });
    assert.deepEqual([facts.file, facts.bytes, facts.sha256], [names[0], bytes.length, F16]);
    assert.deepEqual(
      facts.parts,
      names.map((file, at) => ({
        file,
        bytes: pieces[at].length,
        sha256: hashHex("sha256", pieces[at]),
      })),
    );
    assert.deepEqual(modelFileSchema.parse(facts), facts);

    await Deno.writeFile(path("m.gguf"), bytes);
    assert.equal(await findModelFile(folder, "m.gguf"), path("m.gguf"), "one file comes first");
    await assert.rejects(inspectModelFile(path(names[1]), planned), /it is not a GGUF file/);
    await Deno.copyFile(path("m.gguf"), path(names[1]));
    await assert.rejects(inspectModelFile(path(names[1]), planned), /it is part 2 of 00003/);
    await Deno.remove(path(names[2]));
    await assert.rejects(
      inspectModelFile(path(names[0]), planned),
      /Cannot use m-00001-of-00003\.gguf as a model: its part m-00003-of-00003\.gguf is missing/,
    );
  }));

Deno.test("what is not the model that the plan wants is refused in a sentence", () =>
  withPaths(async (path) => {
    const bytes = tinyModel();
    await Deno.writeFile(path("m.gguf"), bytes);
    const other = "0".repeat(64);
    const refused = (name: string, why: RegExp) =>
      assert.rejects(inspectModelFile(path(name), { ...planned, sha256: other }), {
        name: "UserError",
        message: why,
      });
    await refused("m.gguf", /^Cannot use m\.gguf as tiny: the plan wants .* 0{64}, and .* b6c143/);
    await refused("none.gguf", /^Cannot use none\.gguf as a model: there is no file /);
    await Deno.mkdir(path("folder.gguf"));
    await refused("folder.gguf", /it is not a file/);
    await Deno.writeTextFile(path("text.gguf"), "hello, world");
    await refused("text.gguf", /it is not a GGUF file \(its first bytes are "hell"\)/);
    await Deno.writeFile(path("empty.gguf"), new Uint8Array());
    await refused("empty.gguf", /it is not a GGUF file/);
    await Deno.writeFile(path("cut.gguf"), bytes.subarray(0, 5000));
    await refused("cut.gguf", /it ends within its header/);
    const odd = bytes.slice();
    odd[4] = 9;
    await Deno.writeFile(path("odd.gguf"), odd);
    await refused("odd.gguf", /it is GGUF version 9/);
    const vast = bytes.slice();
    vast.fill(0xff, 24, 32); // the length of the first key
    await Deno.writeFile(path("vast.gguf"), vast);
    await refused("vast.gguf", /its header counts 18446744073709552000 of something/);
  }));
