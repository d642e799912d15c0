import assert from "node:assert/strict";
import { joinBytes } from "../../lib/base/join_bytes.ts";
import { seededRandom } from "../../lib/base/random.ts";
import { cutAtRandom, damageResponses } from "../client/damage.ts";
import { exchangeOf, recording, recordings } from "../client/cases.ts";

Deno.test("any cut of any recording gives the same counts, and each event the time of its read", async () => {
  const random = seededRandom(6);
  for (const name of recordings) {
    const { endpoint, reads } = await recording(name);
    const bytes = joinBytes(reads.map((read) => read.bytes));
    const whole = exchangeOf(endpoint, [{ atNs: 1, bytes }]);
    // byte by byte, the time is the number of the byte that ended the event
    const single = exchangeOf(
      endpoint,
      Array.from(bytes, (byte, at) => ({ atNs: at + 1, bytes: Uint8Array.of(byte) })),
    );
    const endings = endsOf(single.sentNs!, single.arrivals.afterNs);
    for (let cut = 0; cut < 40; cut++) {
      const pieces = cutAtRandom(bytes, random);
      const seen = exchangeOf(endpoint, pieces);
      assert.deepEqual(untimed(seen), untimed(whole), `${name}, cut ${cut}`);
      let place = 0;
      const borders = pieces.map((piece) => place += piece.bytes.length);
      const expected = endings.map((byte) => 1 + borders.findIndex((border) => border >= byte));
      assert.deepEqual(
        endsOf(seen.sentNs!, seen.arrivals.afterNs),
        expected,
        `${name}, cut ${cut}`,
      );
    }
  }
});

Deno.test("damaged responses end in a record, and none is valid that was not", async () => {
  const { valid } = await damageResponses(3_000, 1);
  assert(valid > 30, `${valid} were valid: the damage is too great to show anything`);
});

function untimed(exchange: ReturnType<typeof exchangeOf>) {
  const { tokens, stopType, truncated, timings, httpStatus, error, reportedSlot } = exchange;
  const { arrivals } = exchange;
  return {
    ...{ tokens, stopType, truncated, timings, httpStatus, error, reportedSlot },
    arrivals: { events: arrivals.afterNs.length, tokens: arrivals.tokens },
  };
}

function endsOf(startNs: number, afterNs: number[]): number[] {
  let at = startNs;
  return afterNs.map((after) => at += after);
}
