/**
 * The part of ZMTP 3.0 (https://rfc.zeromq.org/spec/23/) that a Jupyter client needs: NULL
 * security, multipart messages, as a pure reader and a pure writer of bytes.
 *
 * Why not `npm:zeromq`: version 6.8.0 is 34 MB with a native add-on, and installing it warns on
 * stderr of a build script that is ignored. How fast this is, and that no output is lost, stands in
 * METHOD.md under "Notebooks".
 *
 * @module
 */
import { joinBytes } from "../../base/join_bytes.ts";

/** A message on the wire: its frames in order. */
export type Multipart = Uint8Array[];

const MORE = 1, LONG = 2, COMMAND = 4;
const greetingLength = 64;
const longestFrame = 2 ** 30;

/** Thrown when the peer's bytes are no ZMTP, or were mixed up on the way. */
export class ZmtpError extends Error {
  override name = "ZmtpError";
}

/** What a client sends first: signature, version 3.0, mechanism NULL, as RFC 23 lays it out. */
export function greeting(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(greetingLength);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[10] = 3;
  bytes.set(new TextEncoder().encode("NULL"), 12);
  return bytes;
}

/** The READY command, which ends the handshake and says of what type the socket is. */
export function readyCommand(socketType: string, identity: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const property = (name: string, value: string) => {
    const [nameBytes, valueBytes] = [encoder.encode(name), encoder.encode(value)];
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, valueBytes.length);
    return joinBytes([Uint8Array.of(nameBytes.length), nameBytes, size, valueBytes]);
  };
  const body = joinBytes([
    Uint8Array.of(5),
    encoder.encode("READY"),
    property("Socket-Type", socketType),
    property("Identity", identity),
  ]);
  return joinBytes([Uint8Array.of(COMMAND, body.length), body]);
}

/** The bytes of one multipart message. */
export function encodeMultipart(frames: Multipart): Uint8Array<ArrayBuffer> {
  return joinBytes(frames.flatMap((frame, index) => {
    const more = index < frames.length - 1 ? MORE : 0;
    if (frame.length < 256) return [Uint8Array.of(more, frame.length), frame];
    const head = new Uint8Array(9);
    head[0] = more | LONG;
    new DataView(head.buffer).setBigUint64(1, BigInt(frame.length));
    return [head, frame];
  }));
}

/**
 * Reads what the peer sends, however the bytes are cut: `feed` returns the messages that a chunk
 * completes. `ready` tells whether the handshake is over.
 */
export class ZmtpReader {
  ready = false;
  #greeted = false;
  #message: Multipart = [];
  #chunks: Uint8Array[] = [];
  #length = 0;
  /** Bytes needed before it is worth looking again; spares a copy for each chunk of a long frame. */
  #needed = greetingLength;

  /** @throws {ZmtpError} When the bytes cannot be ZMTP 3. */
  feed(chunk: Uint8Array): Multipart[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const messages: Multipart[] = [];
    if (this.#length < this.#needed) return messages;
    const bytes = this.#chunks.length === 1 ? chunk : joinBytes(this.#chunks);
    let at = 0;
    if (!this.#greeted) {
      if (bytes[0] !== 0xff || (bytes[9] & 1) !== 1 || bytes[10] < 3) {
        throw new ZmtpError("the peer does not speak ZMTP 3");
      }
      this.#greeted = true;
      at = greetingLength;
    }
    for (;;) {
      const frame = readFrame(bytes, at);
      if (typeof frame === "number") {
        this.#needed = frame;
        break;
      }
      at = frame.end;
      if (frame.flags & COMMAND) {
        this.ready = true;
        continue;
      }
      this.#message.push(frame.body);
      if (frame.flags & MORE) continue;
      messages.push(this.#message);
      this.#message = [];
    }
    this.#chunks = [bytes.subarray(at)];
    this.#length = bytes.length - at;
    return messages;
  }
}

/** The frame that starts at `at`, or how many bytes from there are needed to tell. */
function readFrame(
  bytes: Uint8Array,
  at: number,
): { flags: number; body: Uint8Array; end: number } | number {
  const held = bytes.length - at;
  if (held < 2) return 2;
  const flags = bytes[at];
  if (flags > (MORE | LONG | COMMAND)) {
    throw new ZmtpError(`a frame has the flags ${flags}, which do not exist`);
  }
  const headLength = flags & LONG ? 9 : 2;
  if (held < headLength) return headLength;
  const length = flags & LONG
    ? Number(new DataView(bytes.buffer, bytes.byteOffset + at + 1, 8).getBigUint64(0))
    : bytes[at + 1];
  if (length > longestFrame) throw new ZmtpError(`a frame claims to be ${length} bytes long`);
  const end = at + headLength + length;
  if (end > bytes.length) return headLength + length;
  return { flags, body: bytes.slice(at + headLength, end), end };
}
