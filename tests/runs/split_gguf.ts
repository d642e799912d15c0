/** Bytes of the values' types of GGUF, by number; strings and arrays have none. */
const sizes: Record<number, number> = {
  ...{ 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 },
};
const ALIGNMENT = 32;

interface Tensor {
  /** Name, dimensions and type as they stand in the file. */
  head: Uint8Array;
  data: Uint8Array;
}

/** A GGUF file in two parts, as `llama-gguf-split` makes them: the metadata stand in the first. */
export function splitGguf(bytes: Uint8Array): [Uint8Array, Uint8Array] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const long = (at: number) => Number(view.getBigUint64(at, true));
  const tensorCount = long(8);
  const pairCount = long(16);
  let at = 24;
  const skipString = () => at += 8 + long(at);
  const skipValue = (type: number) => {
    if (type === 8) return void skipString();
    if (type !== 9) return void (at += sizes[type]);
    const of = view.getUint32(at, true);
    const length = long(at + 4);
    at += 12;
    for (let item = 0; item < length; item++) skipValue(of);
  };
  for (let pair = 0; pair < pairCount; pair++) {
    skipString();
    at += 4;
    skipValue(view.getUint32(at - 4, true));
  }
  const metadata = bytes.slice(24, at);
  const heads = Array.from({ length: tensorCount }, () => {
    const from = at;
    skipString();
    at += 4 + 8 * view.getUint32(at, true) + 4;
    const head = bytes.slice(from, at);
    at += 8;
    return { head, offset: long(at - 8) };
  });
  const data = Math.ceil(at / ALIGNMENT) * ALIGNMENT;
  const tensors = heads.map(({ head, offset }, number): Tensor => ({
    head,
    data: bytes.slice(data + offset, data + (heads[number + 1]?.offset ?? bytes.length - data)),
  }));
  const half = tensorCount >> 1;
  const part = (number: number, of: Tensor[]) => {
    const pairs = [
      pair("split.no", 2, number),
      pair("split.count", 2, 2),
      pair("split.tensors.count", 5, tensorCount),
    ];
    return partBytes(number === 0 ? pairCount : 0, number === 0 ? metadata : null, pairs, of);
  };
  return [part(0, tensors.slice(0, half)), part(1, tensors.slice(half))];
}

function partBytes(
  pairCount: number,
  metadata: Uint8Array | null,
  pairs: Uint8Array[],
  tensors: readonly Tensor[],
): Uint8Array {
  const parts = [
    new TextEncoder().encode("GGUF"),
    number(4, 3),
    number(8, tensors.length),
    number(8, pairCount + pairs.length),
    metadata ?? new Uint8Array(),
    ...pairs,
  ];
  let offset = 0;
  for (const { head, data } of tensors) {
    parts.push(head, number(8, offset));
    offset += data.length;
  }
  const length = parts.reduce((sum, { length }) => sum + length, 0);
  parts.push(new Uint8Array((ALIGNMENT - length % ALIGNMENT) % ALIGNMENT));
  parts.push(...tensors.map(({ data }) => data));
  return new Uint8Array(parts.flatMap((bytes) => [...bytes]));
}

/** A pair of metadata: a short (2) or an integer (5). */
function pair(key: string, type: 2 | 5, value: number): Uint8Array {
  const name = new TextEncoder().encode(key);
  return new Uint8Array([
    ...number(8, name.length),
    ...name,
    ...number(4, type),
    ...number(type === 2 ? 2 : 4, value),
  ]);
}

function number(size: 2 | 4 | 8, value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes.subarray(0, size);
}
