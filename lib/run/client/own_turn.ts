/** How many turns are given before the loop is made to look for bytes that have come. */
const turnsBetweenPolls = 8;

let line: Promise<void> = Promise.resolve();
let waiting = 0;
let given = 0;

/**
 * Resolves in a turn of the event loop that nobody else was given. What follows a response (its
 * record, the next request) so never holds up the stamps of more than one other stream's bytes, even
 * when hundreds of streams end at once.
 *
 * A loop that always has something to do looks for bytes only now and then; a timer makes it look.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ownTurn } from "./own_turn.ts";
 *
 * const order: string[] = [];
 * const first = ownTurn().then(() => order.push("first"));
 * const second = ownTurn().then(() => order.push("second"));
 * setImmediate(() => order.push("what came meanwhile"));
 * await Promise.all([first, second]);
 * assert.deepEqual(order, ["first", "what came meanwhile", "second"]);
 * ```
 */
export function ownTurn(): Promise<void> {
  if (waiting++ === 0) given = 0;
  return line = line.then(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    if (++given % turnsBetweenPolls === 0) await new Promise((resolve) => setTimeout(resolve));
    waiting--;
  });
}
