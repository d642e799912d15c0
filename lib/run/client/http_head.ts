import { ExchangeFailure } from "./exchange_failure.ts";

/** Status and framing of a response, as its head tells them. */
export interface ResponseHead {
  status: number;
  /** Lower-case names; values of repeated fields joined by a comma. */
  fields: Map<string, string>;
  framing: { kind: "chunked" } | { kind: "length"; bytes: number } | { kind: "close" };
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n]*)?$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\0\r\n]*?)[ \t]*$/;

/**
 * Reads the head of an HTTP/1.1 response (RFC 9112): the status line and the fields, without the
 * empty line that ends them. What would leave the length of the body in doubt is refused: folded
 * fields, two lengths, a length beside chunks, any other transfer coding.
 *
 * @throws {ExchangeFailure} `bad-http`, with the line.
 */
export function parseResponseHead(text: string): ResponseHead {
  const [first, ...lines] = text.split("\r\n");
  const [, minor, status] = STATUS_LINE.exec(first) ?? bad(`no status line: ${quoted(first)}`);
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = FIELD.exec(line) ?? bad(`no header field: ${quoted(line)}`);
    const key = name.toLowerCase();
    const before = fields.get(key);
    fields.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return { status: Number(status), fields, framing: framingOf(Number(status), minor, fields) };
}

function framingOf(
  status: number,
  minor: string,
  fields: Map<string, string>,
): ResponseHead["framing"] {
  const coding = fields.get("transfer-encoding");
  const length = fields.get("content-length");
  if (status < 200 || status === 204 || status === 304) return { kind: "length", bytes: 0 };
  if (coding !== undefined) {
    if (coding.toLowerCase() !== "chunked") bad(`transfer coding ${quoted(coding)}`);
    if (length !== undefined) bad("a content length beside chunks");
    if (minor === "0") bad("chunks in HTTP/1.0");
    return { kind: "chunked" };
  }
  if (length === undefined) return { kind: "close" };
  if (!/^\d{1,15}$/.test(length)) bad(`content length ${quoted(length)}`);
  return { kind: "length", bytes: Number(length) };
}

function bad(what: string): never {
  throw new ExchangeFailure("bad-http", `The response's head has ${what}`);
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
