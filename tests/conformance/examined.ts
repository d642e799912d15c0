import assert from "node:assert/strict";
import { type RawAnswer, rawRequest } from "./raw_http.ts";

/** A server to examine: four slots of 8704 tokens, its own prompt cache off. */
export interface Examined {
  url: string;
  /** Token ids of an ordinary text of its vocabulary. */
  ids: number[];
}

export type Check = (server: Examined) => Promise<void>;
export type Json = { [member: string]: unknown };

export const fixed = { ignore_eos: true, cache_prompt: false, temperature: 0 };
export const exactPrompt = ({ ids }: Examined, length: number) =>
  Array.from({ length }, (_, at) => ids[at % ids.length]);
export const post = ({ url }: Examined, path: string, body: unknown) =>
  rawRequest(url, "POST", path, body);
export const get = ({ url }: Examined, path: string) => rawRequest(url, "GET", path);
export const json = (answer: RawAnswer): Json => JSON.parse(answer.chunks[0]);

/** The events of a chunk, each in the form `data: JSON` and a blank line. */
export function eventsOf(chunk: string): string[] {
  assert(chunk.startsWith("data: ") && chunk.endsWith("\n\n"), chunk);
  return chunk.slice(0, -2).split("\n\n").map((event) => event.slice("data: ".length));
}

export async function stream(server: Examined, path: string, body: Json): Promise<Json[]> {
  const answer = await post(server, path, { ...fixed, stream: true, ...body });
  assert.equal(answer.status, 200, answer.chunks[0]);
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  assert.equal(answer.whole, true);
  const events = answer.chunks.flatMap(eventsOf);
  if (path !== "/completion") assert.equal(events.pop(), "[DONE]");
  return events.map((event) => JSON.parse(event));
}

export async function refused(
  server: Examined,
  body: unknown,
  path = "/completion",
): Promise<[status: number, error: Json]> {
  const answer = await post(server, path, body);
  const { error } = json(answer) as { error: Json };
  assert.equal(error.code, answer.status);
  return [answer.status, error];
}

export async function metricsOf(server: Examined): Promise<Map<string, number>> {
  const answer = await get(server, "/metrics");
  assert.match(answer.headers.get("content-type")!, /^text\/plain/);
  const rows = answer.chunks[0].matchAll(/^llamacpp:(\w+) (\S+)$/gm);
  return new Map([...rows].map(([, name, value]) => [name, Number(value)]));
}

export async function slotsOf(server: Examined): Promise<(Json & { is_processing: boolean })[]> {
  return JSON.parse((await get(server, "/slots")).chunks[0]);
}

export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Never seen: ${what}`);
}

export async function untilIdle(server: Examined): Promise<void> {
  await until(
    async () => (await slotsOf(server)).every((slot) => !slot.is_processing),
    "all slots idle",
  );
}
