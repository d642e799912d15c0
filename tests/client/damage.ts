import assert from "node:assert/strict";
import { joinBytes } from "../../lib/base/join_bytes.ts";
import { type Random, seededRandom } from "../../lib/base/random.ts";
import { responseSchema } from "../../lib/record/response.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import type { Exchange } from "../../lib/run/client/exchange.ts";
import type { RequestSpec } from "../../lib/run/client/request_spec.ts";
import { ResponseReading } from "../../lib/run/client/response_reading.ts";
import { type Read, recording, recordings, responseOf } from "./cases.ts";

type Damage = (bytes: Uint8Array, random: Random) => Uint8Array;

const below = (limit: number, random: Random) => Math.floor(random() * limit);

/** Ways in which bytes come to harm on their way. */
const damages: Damage[] = [
  // cut off
  (bytes, random) => bytes.slice(0, below(bytes.length, random)),
  // some missing
  (bytes, random) => {
    const at = below(bytes.length, random);
    return joinBytes([bytes.slice(0, at), bytes.slice(at + 1 + below(200, random))]);
  },
  // some twice
  (bytes, random) => {
    const at = below(bytes.length, random);
    const to = at + 1 + below(400, random);
    return joinBytes([bytes.slice(0, to), bytes.slice(at, to), bytes.slice(to)]);
  },
  // some changed
  (bytes, random) => {
    const changed = bytes.slice();
    const count = 1 + below(4, random);
    for (let n = 0; n < count; n++) changed[below(bytes.length, random)] = below(256, random);
    return changed;
  },
  // a bit changed
  (bytes, random) => {
    const changed = bytes.slice();
    changed[below(bytes.length, random)] ^= 1 << below(8, random);
    return changed;
  },
  // noise between
  (bytes, random) => {
    const at = below(bytes.length, random);
    const noise = Uint8Array.from({ length: 1 + below(40, random) }, () => below(256, random));
    return joinBytes([bytes.slice(0, at), noise, bytes.slice(at)]);
  },
  // two parts in the wrong order
  (bytes, random) => {
    const [a, b, c] = [0, 0, 0].map(() => below(bytes.length, random)).sort((x, y) => x - y);
    return joinBytes([bytes.slice(0, a), bytes.slice(b, c), bytes.slice(a, b), bytes.slice(c)]);
  },
  // line ends changed
  (bytes, random) => bytes.map((byte) => byte === 10 && random() < 0.1 ? 13 : byte),
];

/** The same bytes in reads of random lengths; times count up from 1. */
export function cutAtRandom(bytes: Uint8Array, random: Random): Read[] {
  const reads: Read[] = [];
  const longest = 1 + below(random() < 0.5 ? 8 : 600, random);
  for (let at = 0; at < bytes.length;) {
    const length = 1 + below(longest, random);
    reads.push({ atNs: reads.length + 1, bytes: bytes.slice(at, at + length) });
    at += length;
  }
  return reads;
}

/**
 * Damages recorded responses and feeds them to the client, in random reads. Whatever comes, it must
 * end in an exchange that the record takes; and one that is judged valid must say what the original
 * said, its final event being whole.
 *
 * @returns How many were still valid, so that a test can see that the fuzz does not only break.
 */
export async function damageResponses(cases: number, seed: number): Promise<{ valid: number }> {
  const random = seededRandom(seed);
  const originals = await Promise.all(recordings.map(async (name) => {
    const { endpoint, reads } = await recording(name);
    const bytes = joinBytes(reads.map((read) => read.bytes));
    const exchange = run(endpoint, [{ atNs: 1, bytes }]);
    return { name, endpoint, bytes, exchange };
  }));
  let valid = 0;
  for (let number = 0; number < cases; number++) {
    const { name, endpoint, bytes, exchange } = originals[below(originals.length, random)];
    let damaged: Uint8Array = bytes;
    const harm = 1 + below(2, random);
    for (let n = 0; n < harm; n++) {
      damaged = damages[below(damages.length, random)](damaged, random);
    }
    const seen = run(endpoint, cutAtRandom(damaged, random));
    const asked = {
      promptTokens: exchange.tokens.evaluated || 1,
      outputTokens: exchange.tokens.predicted || 1,
    };
    const response = responseSchema.parse(responseOf(seen, asked));
    const { status } = judgeResponse(response);
    if (status === "invalid") continue;
    if (status === "valid") valid++;
    const where = `seed ${seed}, case ${number}, ${name}`;
    const said = factsOf(seen);
    factsOf(exchange).forEach((fact, at) => {
      if (status === "valid" || said[at] !== null) assert.equal(said[at], fact, where);
    });
    if (seen.reportedSlot !== null) assert.equal(seen.reportedSlot, exchange.reportedSlot, where);
    const sum = (seen.arrivals.tokens ?? []).reduce((total, tokens) => total + tokens, 0);
    assert(sum <= exchange.tokens.predicted!, where);
  }
  return { valid };
}

function run(endpoint: RequestSpec["endpoint"], reads: Read[]): Exchange {
  const reading = new ResponseReading(endpoint, 16);
  reading.sent(0);
  for (const { bytes, atNs } of reads) reading.feed(bytes, atNs);
  reading.eof(reads.length + 1);
  assert(reading.ended, "an exchange without an end");
  return { connectStartNs: 0, connectedNs: 0, ...reading.exchange() };
}

/** What a verdict rests on. */
function factsOf({ tokens, stopType, truncated }: Exchange) {
  const { predicted, evaluated, processed, cached } = tokens;
  return [predicted, evaluated, processed, cached, stopType, truncated];
}
