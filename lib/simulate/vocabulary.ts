import { joinBytes } from "../base/join_bytes.ts";

/** What the simulated model says, over and over; some characters need several tokens. */
const SENTENCE = "At dawn the clockmaker on Kranówska street opened her small café , wound every " +
  "spring by hand and sold tea for two€ while a red kite🪁 drifted over the harbour . Nobody ever " +
  "asked what time it was , since the bells told them so";

const FIRST_BYTE = 3;
const FIRST_WORD = FIRST_BYTE + 256;

/** Token ids of the special tokens. */
export const specialTokens = { unknown: 0, bos: 1, eos: 2 } as const;

const specialTexts = ["<unk>", "<s>", "</s>"];
const encoder = new TextEncoder();

const words: string[] = [];
/** The answer's tokens in order; behind the last one it begins anew. */
const cycle: number[] = [];
for (const word of SENTENCE.split(" ")) {
  const ascii = /^[\x21-\x7e]+/.exec(word)![0];
  const text = ` ${ascii}`;
  if (!words.includes(text)) words.push(text);
  cycle.push(FIRST_WORD + words.indexOf(text));
  for (const byte of encoder.encode(word.slice(ascii.length))) cycle.push(FIRST_BYTE + byte);
}
const byLength = words.map((text, at) => ({ bytes: encoder.encode(text), id: FIRST_WORD + at }))
  .sort((a, b) => b.bytes.length - a.bytes.length);

/** How many tokens there are; ids run from 0. */
export const vocabularySize = FIRST_WORD + words.length;

/** Tokens of the answer until it ends by itself, where it may. */
export const answerLength = cycle.length;

/** Where the answer goes on behind a prompt that ends with a token. */
export function placeAfter(id: number): number {
  return (cycle.indexOf(id) + 1) % cycle.length;
}

/** The answer's token at a place, from 0. */
export function answerToken(place: number): number {
  return cycle[place % cycle.length];
}

/**
 * Token ids of a text: the words of the answer where they occur, the bytes of all else.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { textOf, tokenize } from "./vocabulary.ts";
 *
 * const ids = tokenize("Grüße from the harbour");
 * assert(ids.length < 20);
 * assert.equal(textOf(ids), "Grüße from the harbour");
 * ```
 */
export function tokenize(text: string): number[] {
  const bytes = encoder.encode(text);
  const ids: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const word = byLength.find(({ bytes: word }) =>
      word.every((byte, i) => bytes[at + i] === byte)
    );
    ids.push(word ? word.id : FIRST_BYTE + bytes[at]);
    at += word ? word.bytes.length : 1;
  }
  return ids;
}

/** The bytes that a token stands for. */
export function tokenBytes(id: number): Uint8Array {
  if (id < FIRST_BYTE) return encoder.encode(specialTexts[id]);
  if (id < FIRST_WORD) return Uint8Array.of(id - FIRST_BYTE);
  return encoder.encode(words[id - FIRST_WORD]);
}

/** The text of tokens; bytes that make no character become U+FFFD. */
export function textOf(ids: readonly number[]): string {
  return new TextDecoder().decode(joinBytes(ids.map(tokenBytes)));
}
