import { basename } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { joinBytes } from "../base/join_bytes.ts";
import { fileTypes, ggufMagic, valueTypes } from "./gguf_format.ts";

/** What the header of a model file tells. */
export interface GgufHeader {
  version: number;
  tensors: number;
  /** `general.name`, such as `Qwen3 8B`; null when the file does not say. */
  name: string | null;
  architecture: string | null;
  /** By `general.file_type`, such as `Q4_K_M`; null when it is unknown. */
  quantization: string | null;
}

/** No header is longer: the vocabularies of large models take some 10 MB. */
const LONGEST_HEADER = 256 * 1024 * 1024;

/**
 * Reads the header of a GGUF file without reading its tensors.
 *
 * @throws {UserError} When there is no such file, or it is not GGUF or ends within its header.
 */
export async function readGgufHeader(path: string): Promise<GgufHeader> {
  const fail = (why: string, cause?: unknown) =>
    new UserError(`Cannot use ${basename(path)} as a model: ${why}.`, {
      advice: "Name a model file in the GGUF format.",
      cause,
    });
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    throw fail(
      error instanceof Deno.errors.NotFound ? `there is no file ${path}` : messageOf(error),
      error,
    );
  }
  using opened = file;
  if (!(await opened.stat()).isFile) throw fail("it is not a file");
  try {
    return await readHeader(new HeaderBytes(opened));
  } catch (error) {
    if (error instanceof RangeError) throw fail(error.message, error);
    throw error;
  }
}

async function readHeader(bytes: HeaderBytes): Promise<GgufHeader> {
  const magic = await bytes.take(4).catch(() => new DataView(new ArrayBuffer(4)));
  const text = new TextDecoder().decode(magic);
  if (text !== ggufMagic) {
    throw new RangeError(`it is not a GGUF file (its first bytes are ${JSON.stringify(text)})`);
  }
  const version = (await bytes.take(4)).getUint32(0, true);
  if (version !== 2 && version !== 3) {
    throw new RangeError(`it is GGUF version ${version}, and versions 2 and 3 can be read`);
  }
  const tensors = await bytes.count();
  const pairs = await bytes.count();
  const wanted = new Map<string, string | number | null>();
  for (let pair = 0; pair < pairs; pair++) {
    const key = await bytes.string();
    const value = await readValue(bytes, (await bytes.take(4)).getUint32(0, true));
    if (key.startsWith("general.")) wanted.set(key, value);
  }
  const words = (key: string) => {
    const value = wanted.get(key);
    return typeof value === "string" ? value : null;
  };
  return {
    version,
    tensors,
    name: words("general.name"),
    architecture: words("general.architecture"),
    quantization: fileTypes[Number(wanted.get("general.file_type") ?? -1)] ?? null,
  };
}

const SIZES: Record<number, number> = {
  [valueTypes.uint8]: 1,
  [valueTypes.int8]: 1,
  [valueTypes.bool]: 1,
  [valueTypes.uint16]: 2,
  [valueTypes.int16]: 2,
  [valueTypes.uint32]: 4,
  [valueTypes.int32]: 4,
  [valueTypes.float32]: 4,
  [valueTypes.uint64]: 8,
  [valueTypes.int64]: 8,
  [valueTypes.float64]: 8,
};

/** A string or a number of 32 bits; other values are skipped and null. */
async function readValue(bytes: HeaderBytes, type: number): Promise<string | number | null> {
  if (type === valueTypes.string) return await bytes.string();
  if (type === valueTypes.uint32) return (await bytes.take(4)).getUint32(0, true);
  if (type === valueTypes.array) {
    const of = (await bytes.take(4)).getUint32(0, true);
    const length = await bytes.count();
    if (SIZES[of] !== undefined) await bytes.skip(length * SIZES[of]);
    else for (let at = 0; at < length; at++) await readValue(bytes, of);
    return null;
  }
  if (SIZES[type] === undefined) throw new RangeError(`its header has a value of type ${type}`);
  await bytes.skip(SIZES[type]);
  return null;
}

/** The bytes of a file in order, read in pieces of 1 MiB. */
class HeaderBytes {
  #buffer = new Uint8Array(0);
  #passed = 0;

  constructor(private readonly file: Deno.FsFile) {}

  async take(size: number): Promise<DataView> {
    if (this.#passed + size > LONGEST_HEADER) {
      throw new RangeError(`its header is longer than ${LONGEST_HEADER} bytes`);
    }
    while (this.#buffer.length < size) {
      const piece = new Uint8Array(Math.max(1 << 20, size));
      const read = await this.file.read(piece);
      if (read === null) throw new RangeError("it ends within its header");
      this.#buffer = joinBytes([this.#buffer, piece.subarray(0, read)]);
    }
    const view = new DataView(this.#buffer.buffer, this.#buffer.byteOffset, size);
    this.#buffer = this.#buffer.subarray(size);
    this.#passed += size;
    return view;
  }

  async skip(size: number): Promise<void> {
    const have = Math.min(size, this.#buffer.length);
    this.#buffer = this.#buffer.subarray(have);
    this.#passed += have;
    if (size > have) await this.take(size - have);
  }

  async count(): Promise<number> {
    const count = Number((await this.take(8)).getBigUint64(0, true));
    if (count > LONGEST_HEADER) throw new RangeError(`its header counts ${count} of something`);
    return count;
  }

  async string(): Promise<string> {
    return new TextDecoder().decode(await this.take(await this.count()));
  }
}
