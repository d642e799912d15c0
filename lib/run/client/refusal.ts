import { errorIn } from "./event_json.ts";
import { ExchangeFailure } from "./exchange_failure.ts";
import type { ResponseHead } from "./http_head.ts";

/** Why a head cannot begin an event stream; null when it can. */
export function refusalOf(head: ResponseHead): ((body: string) => ExchangeFailure) | null {
  const { status, fields } = head;
  if (status !== 200) {
    return (body) =>
      new ExchangeFailure("http-status", messageIn(body) ?? `The server answered ${status}`);
  }
  const coding = fields.get("content-encoding");
  if (coding !== undefined && coding.toLowerCase() !== "identity") {
    const message = `The response is compressed (${coding}) although identity was asked for`;
    return () => new ExchangeFailure("bad-event", message);
  }
  const type = fields.get("content-type");
  if (type !== undefined && !/^text\/event-stream\s*(;|$)/i.test(type)) {
    return (body) =>
      new ExchangeFailure("bad-event", `The response is ${type}, not an event stream: ${body}`);
  }
  return null;
}

/** The message of an error body, or its text; null when it has none. */
export function messageIn(body: string): string | null {
  try {
    return errorIn(JSON.parse(body)) ?? (body.trim() || null);
  } catch {
    return body.trim() || null;
  }
}
