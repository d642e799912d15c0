import type { Response } from "../../record/response.ts";
import { messageOf } from "../../base/errors.ts";
import { storableNumber } from "../../base/storable_number.ts";
import { ExchangeFailure } from "./exchange_failure.ts";
import { badEvent } from "./generation.ts";

/** A JSON object as it came: nothing about its members is known. */
export type EventObject = { [member: string]: unknown };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The object that an event's data says.
 *
 * @throws {ExchangeFailure} `bad-event` when it is no object, `error-event` when it tells an error.
 */
export function parseEvent(bytes: Uint8Array, from: number, to: number): EventObject {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes.subarray(from, to)));
  } catch (error) {
    badEvent(`is no JSON: ${messageOf(error)}`);
  }
  if (!isObject(value)) badEvent("is no JSON object");
  const failure = errorIn(value);
  if (failure !== null) throw new ExchangeFailure("error-event", failure);
  return value;
}

/** Whether an event is the end mark of the OpenAI streams. */
export function isDone(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === DONE.length && DONE.every((byte, at) => bytes[from + at] === byte);
}

const DONE = new TextEncoder().encode("[DONE]");

/** The message of an error that a JSON value tells: `{"error": …}` or `{"object": "error", …}`. */
export function errorIn(value: unknown): string | null {
  if (!isObject(value)) return null;
  const error = value.object === "error" ? value : value.error;
  if (error === undefined || error === null || error === false) return null;
  if (isObject(error) && typeof error.message === "string") return error.message;
  return typeof error === "string" ? error : JSON.stringify(error);
}

/**
 * A count as a server tells it; null when it is not told.
 *
 * @throws {ExchangeFailure} `bad-event` when it is no count.
 */
export function countIn(object: EventObject | null, member: string): number | null {
  const value = object?.[member];
  if (value === undefined || value === null) return null;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  badEvent(`says "${member}": ${JSON.stringify(value)}, which is no count`);
}

/** The object under a member's name; null when there is none. */
export function objectIn(object: EventObject, member: string): EventObject | null {
  const value = object[member];
  return isObject(value) ? value : null;
}

/** A server's `timings` in the record's shape; a number that it cannot hold is null there. */
export function timingsIn(object: EventObject): Response["timings"] {
  const timings = objectIn(object, "timings");
  return timings === null ? null : JSON.parse(JSON.stringify(timings, storableNumber));
}

function isObject(value: unknown): value is EventObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
