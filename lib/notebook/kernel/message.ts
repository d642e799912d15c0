import { createHmac, timingSafeEqual } from "node:crypto";
import type { Multipart } from "./zmtp.ts";

/** A message of the Jupyter protocol 5.3, as far as a client of the Deno kernel looks into it. */
export interface JupyterMessage {
  type: string;
  /** Id of the request that it answers; null when there is none. */
  parentId: string | null;
  content: Record<string, unknown>;
}

const delimiter = "<IDS|MSG>";

/**
 * Signs and reads messages of one session
 * (https://jupyter-client.readthedocs.io/en/stable/messaging.html#the-wire-protocol).
 */
export class MessageCodec {
  readonly #key: string;
  readonly #session: string;

  constructor(key: string, session: string) {
    this.#key = key;
    this.#session = session;
  }

  encode(type: string, id: string, content: unknown): Multipart {
    const header = {
      msg_id: id,
      session: this.#session,
      username: "corebook",
      date: new Date().toISOString(),
      msg_type: type,
      version: "5.3",
    };
    const parts = [header, {}, {}, content].map((part) => JSON.stringify(part));
    const encoder = new TextEncoder();
    return [delimiter, this.#sign(parts).toString("hex"), ...parts].map((part) =>
      encoder.encode(part)
    );
  }

  /** @throws {SyntaxError} When the frames are no message that was signed with the key. */
  decode(frames: Multipart): JupyterMessage {
    const decoder = new TextDecoder();
    const at = frames.findIndex((frame) =>
      frame.length === delimiter.length && decoder.decode(frame) === delimiter
    );
    if (at < 0 || frames.length < at + 6) throw new SyntaxError("it has too few frames");
    const [signature, ...parts] = frames.slice(at + 1, at + 6);
    const expected = this.#sign(parts);
    const given = Uint8Array.fromHex(decoder.decode(signature));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new SyntaxError("its signature is wrong");
    }
    const [header, parent, , content] = parts.map((part) => JSON.parse(decoder.decode(part)));
    return { type: String(header.msg_type), parentId: parent?.msg_id ?? null, content };
  }

  #sign(parts: readonly (string | Uint8Array)[]) {
    const hmac = createHmac("sha256", this.#key);
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  }
}
