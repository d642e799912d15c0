import { joinBytes } from "../base/join_bytes.ts";
import { ggufMagic, type TensorType, tensorTypes, valueTypes } from "./gguf_format.ts";

/** A metadata value with its type on disk. */
export type GgufValue =
  | { type: "uint32" | "float32"; value: number }
  | { type: "bool"; value: boolean }
  | { type: "string"; value: string }
  | { type: "string[]"; value: readonly string[] }
  | { type: "int32[]" | "float32[]"; value: readonly number[] };

/** A tensor: `dimensions` from the fastest running one, `values` in that order. */
export interface GgufTensor {
  name: string;
  dimensions: readonly number[];
  values: Float32Array;
  type: TensorType;
}

const ALIGNMENT = 32;

/**
 * The bytes of a GGUF version 3 file, little-endian: metadata in the given order, then the tensors,
 * each aligned to 32 bytes.
 */
export function encodeGguf(
  metadata: readonly (readonly [key: string, value: GgufValue])[],
  tensors: readonly GgufTensor[],
): Uint8Array {
  const out = new Bytes();
  out.raw(new TextEncoder().encode(ggufMagic));
  out.uint32(3);
  out.uint64(tensors.length);
  out.uint64(metadata.length);
  for (const [key, value] of metadata) {
    out.string(key);
    putValue(out, value);
  }
  const data = tensors.map(({ values, type }) => encodeTensor(values, type));
  let offset = 0;
  tensors.forEach(({ name, dimensions, type }, at) => {
    out.string(name);
    out.uint32(dimensions.length);
    for (const size of dimensions) out.uint64(size);
    out.uint32(tensorTypes[type]);
    out.uint64(offset);
    offset += Math.ceil(data[at].length / ALIGNMENT) * ALIGNMENT;
  });
  for (const bytes of data) {
    out.align(ALIGNMENT);
    out.raw(bytes);
  }
  out.align(ALIGNMENT);
  return out.bytes();
}

function putValue(out: Bytes, value: GgufValue): void {
  switch (value.type) {
    case "uint32":
      out.uint32(valueTypes.uint32);
      return out.uint32(value.value);
    case "float32":
      out.uint32(valueTypes.float32);
      return out.float32(value.value);
    case "bool":
      out.uint32(valueTypes.bool);
      return out.raw(Uint8Array.of(value.value ? 1 : 0));
    case "string":
      out.uint32(valueTypes.string);
      return out.string(value.value);
    case "string[]":
      out.arrayHead(valueTypes.string, value.value.length);
      return value.value.forEach((item) => out.string(item));
    case "int32[]":
      out.arrayHead(valueTypes.int32, value.value.length);
      return value.value.forEach((item) => out.int32(item));
    case "float32[]":
      out.arrayHead(valueTypes.float32, value.value.length);
      return value.value.forEach((item) => out.float32(item));
  }
}

function encodeTensor(values: Float32Array, type: TensorType): Uint8Array {
  if (type === "q8_0") return encodeQ8(values);
  const bytes = new Uint8Array(values.length * (type === "f32" ? 4 : 2));
  const view = new DataView(bytes.buffer);
  values.forEach((value, at) =>
    type === "f32" ? view.setFloat32(at * 4, value, true) : view.setFloat16(at * 2, value, true)
  );
  return bytes;
}

/** Q8_0: blocks of 32 values, each a half-precision scale and 32 signed bytes. */
function encodeQ8(values: Float32Array): Uint8Array {
  const blocks = values.length / 32;
  const bytes = new Uint8Array(blocks * 34);
  const view = new DataView(bytes.buffer);
  for (let block = 0; block < blocks; block++) {
    const part = values.subarray(block * 32, block * 32 + 32);
    const scale = part.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
    view.setFloat16(block * 34, scale, true);
    part.forEach((value, at) =>
      view.setInt8(block * 34 + 2 + at, scale === 0 ? 0 : Math.round(value / scale))
    );
  }
  return bytes;
}

/** Little-endian bytes that grow. */
class Bytes {
  #parts: Uint8Array[] = [];
  #length = 0;

  raw(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
  uint32(value: number): void {
    this.#scalar(4, (view) => view.setUint32(0, value, true));
  }
  int32(value: number): void {
    this.#scalar(4, (view) => view.setInt32(0, value, true));
  }
  float32(value: number): void {
    this.#scalar(4, (view) => view.setFloat32(0, value, true));
  }
  uint64(value: number): void {
    this.#scalar(8, (view) => view.setBigUint64(0, BigInt(value), true));
  }
  string(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.uint64(bytes.length);
    this.raw(bytes);
  }
  arrayHead(type: number, length: number): void {
    this.uint32(valueTypes.array);
    this.uint32(type);
    this.uint64(length);
  }
  align(to: number): void {
    this.raw(new Uint8Array((to - this.#length % to) % to));
  }
  bytes(): Uint8Array {
    return joinBytes(this.#parts);
  }
  #scalar(size: number, write: (view: DataView) => void): void {
    const bytes = new Uint8Array(size);
    write(new DataView(bytes.buffer));
    this.raw(bytes);
  }
}
