import { messageOf, UserError } from "../../base/errors.ts";
import { connect, requestBytes } from "./connection.ts";
import { HttpResponse } from "./http_response.ts";
import type { Target } from "./request_spec.ts";

/** Largest body of a poll; a longer one is an error. */
const longestPollBytes = 256 * 1024 * 1024;

/** What a route answered. */
export interface Polled {
  status: number;
  text: string;
}

export interface PollOptions {
  /** Posted as JSON; without it the poll is a GET. */
  body?: unknown;
  /** The whole poll, connection included, is given up after this. Default: 10 seconds. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/**
 * One GET, or with a `body` one POST of JSON, on a connection of its own that is closed behind it: an
 * idle connection would hold one of the server's few threads.
 *
 * @throws {UserError} When no whole answer came in time; any status is an answer.
 */
export async function poll(
  target: Target,
  path: string,
  options: PollOptions = {},
): Promise<Polled> {
  const { timeoutMs = 10_000, body } = options;
  const bytes = requestBytes(
    target,
    path,
    "*/*",
    body === undefined ? null : JSON.stringify(body),
  );
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    return await exchange(target, bytes, signal);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    const why = timeout.aborted ? `no answer within ${timeoutMs} ms` : messageOf(error);
    throw new UserError(`Cannot ask ${path} of ${target.url}: ${why}`, { cause: error });
  }
}

/** A server that only lacks a route is none that has failed. */
export function hasFailed({ status }: Polled): boolean {
  return status >= 500 && status !== 501;
}

/** What an answer tells as JSON; undefined, which has no shape, for another status or no JSON. */
export function toldJson({ status, text }: Polled): unknown {
  if (status !== 200) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The JSON that a route answers.
 *
 * @throws {UserError} When there is no answer, its status is not 200 or it is no JSON.
 */
export async function pollJson(
  target: Target,
  path: string,
  options: PollOptions = {},
): Promise<unknown> {
  const { status, text } = await poll(target, path, options);
  const refuse = (why: string) => new UserError(`Cannot ask ${path} of ${target.url}: ${why}`);
  if (status !== 200) throw refuse(`status ${status}, ${text.trim().slice(0, 300)}`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse(messageOf(error));
  }
}

async function exchange(
  target: Target,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Polled> {
  signal.throwIfAborted();
  const connection = await connect(target, { signal });
  const close = () => {
    try {
      connection.close();
    } catch {
      // closed before
    }
  };
  signal.addEventListener("abort", close, { once: true });
  try {
    let status = 0;
    let length = 0;
    const parts: Uint8Array[] = [];
    const response = new HttpResponse({
      head: (head) => status = head.status,
      body: (piece, from, to) => {
        length += to - from;
        if (length > longestPollBytes) throw new Error(`more than ${longestPollBytes} bytes`);
        parts.push(piece.slice(from, to));
      },
      end: () => {},
    });
    for (let written = 0; written < bytes.length;) {
      written += await connection.write(bytes.subarray(written));
    }
    const buffer = new Uint8Array(65_536);
    while (!response.ended) {
      const read = await connection.read(buffer);
      if (read === null) response.eof(0);
      else response.feed(buffer, 0, read);
    }
    return { status, text: await new Blob(parts as BlobPart[]).text() };
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}
