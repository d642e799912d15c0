import { systemClock } from "../../lib/base/clock.ts";
import type { Exchange, RequestOptions } from "../../lib/run/client/exchange.ts";
import { prepareRequest } from "../../lib/run/client/request.ts";
import type { RequestSpec } from "../../lib/run/client/request_spec.ts";
import { chunkOf, headText, pieceBytes, type Scripted } from "./cases.ts";

/** What a test's server does with a connection; it is closed when this returns. */
export type Answering = (connection: Deno.Conn) => Promise<void>;

/** A server on a free port of this machine that handles every connection alike. */
export function serveWith(
  answering: Answering,
  listener: Deno.Listener = Deno.listen({ hostname: "127.0.0.1", port: 0 }),
): { url: string; close: () => Promise<void> } {
  const open = new Set<Promise<void>>();
  const serving = (async () => {
    for await (const connection of listener) {
      const answered = answering(connection).catch(() => {}).finally(() => {
        try {
          connection.close();
        } catch {
          // the test closed it
        }
        open.delete(answered);
      });
      open.add(answered);
    }
  })().catch(() => {});
  const { hostname, port } = listener.addr as Deno.NetAddr;
  return {
    url: `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`,
    close: async () => {
      listener.close();
      await serving;
      await Promise.all(open);
    },
  };
}

/** Lets a test ask such a server, which is closed behind it. */
export async function withServer(answering: Answering, test: (url: string) => Promise<void>) {
  const server = serveWith(answering);
  try {
    await test(server.url);
  } finally {
    await server.close();
  }
}

/** Reads a whole request and returns its text. */
export async function readRequest(connection: Deno.Conn): Promise<string> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  let text = "";
  for (;;) {
    const head = text.indexOf("\r\n\r\n");
    if (head >= 0) {
      const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
      if (text.length >= head + 4 + length) return text;
    }
    const read = await connection.read(buffer);
    if (read === null) return text;
    text += decoder.decode(buffer.subarray(0, read), { stream: true });
  }
}

export async function writeText(connection: Deno.Conn, text: string): Promise<void> {
  await writeBytes(connection, new TextEncoder().encode(text));
}

export async function writeBytes(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/** Plays a scripted answer, each piece in a write of its own, at its time. */
export function playing(answer: Scripted): Answering {
  return async (connection) => {
    const clock = systemClock();
    await readRequest(connection);
    const startNs = clock.nowNs();
    await writeText(connection, headText(answer));
    for (const chunk of answer.chunks) {
      const piece = pieceBytes(chunk);
      const waitMs = chunk.t_ms - (clock.nowNs() - startNs) / 1e6;
      if (waitMs > 0) await clock.sleep(waitMs);
      if (piece.length > 0) await writeBytes(connection, chunkOf(piece));
    }
    if (answer.end === "close") await writeText(connection, "0\r\n\r\n");
  };
}

export const spec: RequestSpec = {
  endpoint: "/completion",
  model: null,
  promptIds: [1, 2, 3],
  promptText: "hello",
  outputTokens: 4,
  slot: null,
};

/** One request from connect to end. */
export async function ask(
  url: string,
  changes: Partial<RequestSpec> = {},
  options: Partial<RequestOptions> = {},
): Promise<Exchange> {
  const prepared = await prepareRequest({ url, apiKey: null }, { ...spec, ...changes }, {
    clock: systemClock(),
    limits: { responseSeconds: 10, silenceSeconds: 5 },
    ...options,
  });
  return await prepared.fire();
}
