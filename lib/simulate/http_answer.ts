import { joinBytes } from "../base/join_bytes.ts";

const encoder = new TextEncoder();

const reasons: Record<number, string> = {
  200: "OK",
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  500: "Internal Server Error",
  501: "Not Implemented",
  503: "Service Unavailable",
};

const jsonType = "application/json; charset=utf-8";

/** A whole answer that is no stream. */
export interface Answer {
  status: number;
  type: string;
  body: string;
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, type: jsonType, body: JSON.stringify(value) };
}

/** An error in llama-server's form. */
export function errorAnswer(
  code: number,
  type: string,
  message: string,
  more: object = {},
): Answer {
  return jsonAnswer({ error: { code, message, type, ...more } }, code);
}

/** A request that the server refuses. */
export class Refusal extends Error {
  override name = "Refusal";

  constructor(readonly answer: Answer) {
    super(answer.body);
  }
}

/** Status 400 with a message. */
export function invalidRequest(message: string): Refusal {
  return new Refusal(errorAnswer(400, "invalid_request_error", message));
}

/** The bytes of a whole answer. */
export function answerBytes({ status, type, body }: Answer, keepAlive: boolean): Uint8Array {
  const content = encoder.encode(body);
  const head = headOf(status, [`Content-Type: ${type}`, `Content-Length: ${content.length}`]);
  return joinBytes([encoder.encode(`${head}${connectionField(keepAlive)}\r\n`), content]);
}

/** The head of an event stream in chunks. The connection closes behind it whatever its head says. */
export function streamHead(keepAlive: boolean): Uint8Array {
  const head = headOf(200, [
    "X-Accel-Buffering: no",
    "Content-Type: text/event-stream",
    "Transfer-Encoding: chunked",
  ]);
  return encoder.encode(`${head}${connectionField(keepAlive)}\r\n`);
}

/** One chunk that holds events, each in the form `data: JSON`. */
export function eventChunk(...events: (object | string)[]): Uint8Array {
  const text = events.map((event) =>
    `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`
  ).join("");
  const content = encoder.encode(text);
  const size = encoder.encode(`${content.length.toString(16)}\r\n`);
  return joinBytes([size, content, encoder.encode("\r\n")]);
}

/** The chunk that ends a stream. */
export const lastChunk: Uint8Array = encoder.encode("0\r\n\r\n");

function headOf(status: number, fields: string[]): string {
  return [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    "Server: corebook-simulator",
    "Access-Control-Allow-Origin: ",
    ...fields,
    "",
  ].join("\r\n");
}

function connectionField(keepAlive: boolean): string {
  return keepAlive ? "Keep-Alive: timeout=5, max=100\r\n" : "Connection: close\r\n";
}
