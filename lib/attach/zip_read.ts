import { crc32, inflateRawSync } from "node:zlib";
import { bagNameFault, caseClashes } from "../archive/bag_name.ts";
import { messageOf, UserError } from "../base/errors.ts";

/** How much a ZIP from elsewhere may unpack to. */
export interface ZipLimits {
  files: number;
  /** Of one file, unpacked. */
  fileBytes: number;
  /** Of all files, unpacked. */
  totalBytes: number;
}

/** Far above an attachment of many records, far below what fills a disk. */
export const zipLimits: ZipLimits = {
  files: 20_000,
  fileBytes: 500_000_000,
  totalBytes: 2_000_000_000,
};

interface Entry {
  name: string;
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** Where its local header begins. */
  at: number;
}

const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END = 0x06054b50;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Unpacks a ZIP into memory and writes nothing. Taken are plain files, stored or deflated, whose
 * names stay inside the folder; anything else is refused as a whole: links, encryption, parts, names
 * that stand twice or lead out, entries that overlap, files larger than they say, and bombs.
 *
 * @returns Content by name; folders have no entry.
 * @throws {UserError} On the first thing that is not as it should be, named.
 */
export function readZip(
  zip: Uint8Array,
  where: string,
  limits: ZipLimits = zipLimits,
): Map<string, Uint8Array> {
  const fail = (why: string): never => {
    throw new UserError(`Cannot unpack ${where}: ${why}.`, {
      advice: "Nothing was unpacked. Get the file again from where it was published.",
    });
  };
  const entries = readEntries(zip, limits, fail);
  for (const [name, other] of caseClashes(entries.map(({ name }) => name))) {
    fail(`${name} differs only in case from ${other}`);
  }
  const files = new Map<string, Uint8Array>();
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (entry.at < end) fail(`${entry.name} overlaps another file`);
    const { packed, endsAt } = packedBytes(zip, entry, fail);
    end = endsAt;
    files.set(entry.name, unpack(entry, packed, fail));
  }
  return files;
}

function readEntries(
  zip: Uint8Array,
  limits: ZipLimits,
  fail: (why: string) => never,
): Entry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - 22;
  if (end < 0) fail("it is no ZIP");
  // a comment may follow the last record; it has at most 65,535 bytes
  while (end > 0 && end > zip.length - 65_558 && view.getUint32(end, true) !== END) end--;
  if (view.getUint32(end, true) !== END) fail("it is no ZIP, or it is cut short");
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 6, true) !== 0) {
    fail("it is one part of several");
  }
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff) fail("it is in the 64-bit form, which is not taken");
  const isWhole = view.getUint16(end + 8, true) === count &&
    view.getUint32(end + 12, true) === end - at &&
    end + 22 + view.getUint16(end + 20, true) === zip.length;
  if (!isWhole) fail("the record at its end is damaged");
  if (count > limits.files) fail(`it holds ${count} files, more than ${limits.files}`);
  const entries: Entry[] = [];
  const names = new Set<string>();
  let total = 0;
  for (let read = 0; read < count; read++) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL) fail("its list of files is damaged");
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + 46 + nameBytes + view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
    if (next > end) fail("its list of files is damaged");
    const name = decodeName(zip.subarray(at + 46, at + 46 + nameBytes), fail);
    const entry: Entry = {
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    const isFolder = name.endsWith("/");
    const fault = bagNameFault(isFolder ? name.slice(0, -1) : name);
    const shown = JSON.stringify(name.slice(0, 200));
    if (fault) fail(`the name ${shown} ${fault}`);
    if (names.has(name)) fail(`the name ${shown} stands twice`);
    names.add(name);
    if (view.getUint16(at + 8, true) & 1) fail(`${name} is encrypted`);
    // the upper half holds a Unix mode, whose type is 0, a file or a folder, and no link or device
    const type = view.getUint32(at + 38, true) >>> 28;
    if (![0, 4, 8].includes(type)) fail(`${name} is no plain file`);
    if (entry.bytes > limits.fileBytes) {
      fail(`${name} unpacks to ${entry.bytes} bytes, more than ${limits.fileBytes}`);
    }
    total += entry.bytes;
    if (total > limits.totalBytes) fail(`it unpacks to more than ${limits.totalBytes} bytes`);
    if (!isFolder) entries.push(entry);
    else if (entry.bytes > 0) fail(`${name} is a folder with content`);
    at = next;
  }
  if (at !== end) fail("its list of files is damaged");
  return entries;
}

/** A name as it is: a byte that is no text is not replaced, and a mark before it is kept. */
function decodeName(bytes: Uint8Array, fail: (why: string) => never): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return fail("a name in it is damaged: it is no UTF-8");
  }
}

function packedBytes(
  zip: Uint8Array,
  { name, method, packedBytes: length, at }: Entry,
  fail: (why: string) => never,
): { packed: Uint8Array; endsAt: number } {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  if (at + 30 > zip.length || view.getUint32(at, true) !== LOCAL) fail(`${name} is damaged`);
  const nameBytes = view.getUint16(at + 26, true);
  const from = at + 30 + nameBytes + view.getUint16(at + 28, true);
  const told = decodeName(zip.subarray(at + 30, at + 30 + nameBytes), fail);
  if (told !== name || view.getUint16(at + 8, true) !== method) {
    fail(`${name} has another name or form beside its content than in the list`);
  }
  if (from + length > zip.length) fail(`${name} is cut short`);
  return { packed: zip.subarray(from, from + length), endsAt: from + length };
}

function unpack(
  { name, method, crc, bytes }: Entry,
  packed: Uint8Array,
  fail: (why: string) => never,
): Uint8Array {
  let content: Uint8Array = packed;
  if (method === 8) {
    try {
      // one byte more than said is enough to see a bomb, and no more is ever made
      content = new Uint8Array(inflateRawSync(packed, { maxOutputLength: bytes + 1 }));
    } catch (error) {
      fail(`${name} cannot be unpacked to its ${bytes} bytes (${messageOf(error)})`);
    }
  } else if (method !== 0) fail(`${name} is packed by the method ${method}`);
  if (content.length !== bytes) fail(`${name} does not have the ${bytes} bytes that it says`);
  if (crc32(content) !== crc) fail(`${name} does not match its checksum`);
  return content;
}
