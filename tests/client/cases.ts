import { joinBytes } from "../../lib/base/join_bytes.ts";
import type { Plan } from "../../lib/record/plan.ts";
import { ResponseReading } from "../../lib/run/client/response_reading.ts";
import type { Exchange } from "../../lib/run/client/exchange.ts";
import type { Response } from "../../lib/record/response.ts";

const casesUrl = new URL("../cases/", import.meta.url);

/** A scripted answer: bytes of the body with the time of each piece. */
export interface Scripted {
  path: string;
  status: number;
  headers: Record<string, string>;
  chunks: { t_ms: number; utf8?: string; hex?: string }[];
  /** `close` ends the chunked body in good order, `reset` drops the connection. */
  end: "close" | "reset";
}

/** One read of a connection. */
export interface Read {
  atNs: number;
  bytes: Uint8Array;
}

/** The answers that a case's replay file scripts. */
export async function scriptedAnswers(id: string, file: string): Promise<Scripted[]> {
  const text = await Deno.readTextFile(new URL(`${id}/${file}`, casesUrl));
  return (JSON.parse(text) as { requests: Scripted[] }).requests;
}

/** A recording of a real llama-server, read by read. */
export async function recording(
  name: string,
): Promise<{ endpoint: Plan["endpoint"]; reads: Read[] }> {
  const text = await Deno.readTextFile(new URL(`transcripts/${name}.json`, casesUrl));
  const { endpoint, reads } = JSON.parse(text) as {
    endpoint: Plan["endpoint"];
    reads: { ms: number; utf8: string }[];
  };
  return {
    endpoint,
    reads: reads.map(({ ms, utf8 }) => ({
      atNs: Math.round(ms * 1e6),
      bytes: new TextEncoder().encode(utf8),
    })),
  };
}

/** The bytes of a small recorded answer that is valid, in two reads. */
export async function smallAnswer(): Promise<Uint8Array[]> {
  return (await recording("completion-stream-n1")).reads.map(({ bytes }) => bytes);
}

/** Names of all recordings. */
export const recordings = [
  "completion-stream-cut-in-character",
  "completion-stream-eos",
  "completion-stream-n1",
  "completion-stream-response-fields",
  "error-prompt-too-long-stream",
  "server-sigkill-midstream",
  "v1-chat-stream",
  "v1-chat-stream-no-usage",
  "v1-completions-stream",
];

export function pieceBytes(chunk: Scripted["chunks"][number]): Uint8Array {
  return chunk.hex === undefined
    ? new TextEncoder().encode(chunk.utf8 ?? "")
    : Uint8Array.from(chunk.hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function headText({ status, headers }: Pick<Scripted, "status" | "headers">): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} X\r\n${fields}transfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
}

export function chunkOf(piece: Uint8Array): Uint8Array {
  return joinBytes([
    new TextEncoder().encode(`${piece.length.toString(16)}\r\n`),
    piece,
    new TextEncoder().encode("\r\n"),
  ]);
}

/** The reads that a client would see of a scripted answer; the head comes first, at 0. */
export function readsOf(answer: Scripted): Read[] {
  const reads = answer.chunks.filter((chunk) => pieceBytes(chunk).length > 0).map((chunk) => ({
    atNs: chunk.t_ms * 1e6,
    bytes: chunkOf(pieceBytes(chunk)),
  }));
  const head = { atNs: 0, bytes: new TextEncoder().encode(headText(answer)) };
  const last = { atNs: reads.at(-1)?.atNs ?? 0, bytes: new TextEncoder().encode("0\r\n\r\n") };
  return [head, ...reads, ...(answer.end === "close" ? [last] : [])];
}

/** What the client makes of reads; the request goes out at 0, the connection ends after the last. */
export function exchangeOf(
  endpoint: Plan["endpoint"],
  reads: Read[],
  expectedTokens = 16,
): Exchange {
  const reading = new ResponseReading(endpoint, expectedTokens);
  reading.sent(0);
  for (const { bytes, atNs } of reads) reading.feed(bytes, atNs);
  reading.eof(reads.at(-1)?.atNs ?? 0);
  return { connectStartNs: 0, connectedNs: 0, ...reading.exchange() };
}

/** Reads of a 200 answer with these bytes or this text as an event stream, in one piece. */
export function streamOf(body: string | Uint8Array): Read[] {
  const piece = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const headers = { "content-type": "text/event-stream" };
  const bytes = [
    new TextEncoder().encode(headText({ status: 200, headers })),
    chunkOf(piece),
    new TextEncoder().encode("0\r\n\r\n"),
  ];
  return [{ atNs: 1, bytes: joinBytes(bytes) }];
}

/** The line of a record that a run would write of an exchange. */
export function responseOf(
  exchange: Exchange,
  asked: { promptTokens: number; outputTokens: number; slot?: number },
): Response {
  const { reportedSlot, ...rest } = exchange;
  return {
    kind: "response",
    scenario: "case",
    phase: "measured",
    round: 1,
    index: 0,
    slot: { asked: asked.slot ?? null, reported: reportedSlot },
    asked: { promptTokens: asked.promptTokens, outputTokens: asked.outputTokens },
    scheduledNs: 0,
    ...rest,
  };
}
