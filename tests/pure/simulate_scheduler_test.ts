import assert from "node:assert/strict";
import { seededRandom } from "../../lib/base/random.ts";
import { type ModelTiming, profileSchema } from "../../lib/simulate/profile.ts";
import { type Happening, Scheduler } from "../../lib/simulate/scheduler.ts";
import { Speed } from "../../lib/simulate/speed.ts";
import { steadySpeed } from "../../lib/simulate/steady_speed.ts";
import article from "../../lib/simulate/profiles/article-gpu.json" with { type: "json" };

/** A prompt token takes 1, a step of one token for whoever generates 100. */
const timing: ModelTiming = {
  promptTokenNs: 1,
  promptAttentionNs: 0,
  sharedPromptTokenNs: 1,
  sharedPromptAttentionNs: 0,
  decodeNs: 100,
  decodeRequestNs: 0,
  decodeContextNs: 0,
  sharedDecodeContextNs: 0,
};
const scheduler = (changes: Partial<ModelTiming> = {}, slots = 4) =>
  new Scheduler({
    slots,
    batchTokens: 10,
    timing: { ...timing, ...changes },
    speed: steadySpeed(),
  });
const job = (
  id: number,
  promptTokens: number,
  outputTokens: number,
  slot: number | null = null,
) => ({ id, promptTokens, outputTokens, slot });
const firstTokens = (happened: Happening[]) =>
  happened.flatMap((one) => one.kind === "token" && one.number === 1 ? [[one.job, one.atNs]] : []);
const ends = (happened: Happening[]) =>
  happened.flatMap((one) => one.kind === "token" && one.last ? [[one.job, one.atNs]] : []);

Deno.test("prompts of four requests are processed one after the other, and answers go on beside", () => {
  const server = scheduler();
  for (const id of [0, 1, 2, 3]) server.submit(job(id, 10, 20, id), 1000);
  const happened = server.advance(Infinity);
  // 10; 1 token of request 0 and 9 of 1: 109; 1, 1 and 8: 109; 1, 1, 2 and 6: 108; 1, 1, 1, 4: 104
  assert.deepEqual(firstTokens(happened), [[0, 1010], [1, 1228], [2, 1336], [3, 1440]]);
  assert.deepEqual(
    happened.filter(({ kind }) => kind === "started").map(({ job, atNs }) => [job, atNs]),
    [[0, 1000], [1, 1010], [2, 1119], [3, 1228]],
  );
  // request 0 has its 20th token 19 batches behind its first
  assert.deepEqual(ends(happened)[0], [0, 1010 + 109 + 109 + 108 + 104 + 15 * 100]);
});

Deno.test("a request waits for its slot, another takes any that is free", () => {
  const server = scheduler({}, 2);
  server.submit(job(1, 5, 2, 0), 0);
  server.submit(job(2, 5, 2, 0), 0);
  server.submit(job(3, 5, 2), 0);
  assert.equal(server.waiting, 1);
  assert.deepEqual(server.slots.map((slot) => slot?.job.id), [1, 3]);
  const happened = server.advance(Infinity);
  assert.deepEqual(ends(happened).map(([id]) => id).sort(), [1, 2, 3]);
  const [second] = happened.filter((one) => one.kind === "started" && one.job === 2);
  assert.equal(second.atNs, ends(happened).find(([id]) => id === 1)![1]);
  assert.equal(server.nextNs, null);
});

Deno.test("contexts and further requests cost what the model says", () => {
  const server = scheduler({ decodeContextNs: 2, sharedDecodeContextNs: 3, decodeRequestNs: 7 });
  server.submit(job(1, 10, 3), 0);
  // 10, then 100 + 2 for each of 11 and of 12 tokens
  assert.deepEqual(ends(server.advance(Infinity)), [[1, 10 + 122 + 124]]);
  server.submit(job(1, 5, 2), 1000);
  server.submit(job(2, 5, 2), 1000);
  // batch 2: 5 prompt tokens, a step of two requests, contexts of 6 and 5 tokens
  const happened = server.advance(Infinity);
  assert.deepEqual(firstTokens(happened), [[1, 1005], [2, 1005 + 5 + 107 + 33]]);
});

Deno.test("a request that is cancelled frees its slot at the end of the batch", () => {
  const server = scheduler({}, 1);
  server.submit(job(1, 10, 1000), 0);
  server.submit(job(2, 10, 1), 0);
  server.advance(50);
  server.cancel(1);
  const happened = server.advance(Infinity);
  assert.deepEqual(ends(happened), [[2, 120]]);
});

Deno.test("time passes in any pieces alike, and a seed gives the same times again", () => {
  const profile = profileSchema.parse(article);
  const run = (pieceNs: number) => {
    const speed = new Speed(profile, seededRandom(3));
    const server = new Scheduler({
      slots: 4,
      batchTokens: 2048,
      timing: profile.models["qwen3-8b-q4_k_m"],
      speed,
    });
    for (const id of [0, 1, 2, 3]) server.submit(job(id, 2048, 64, id), 0);
    const happened: Happening[] = [];
    for (let now = 0; server.nextNs !== null; now += pieceNs) happened.push(...server.advance(now));
    return happened;
  };
  assert.deepEqual(run(1e6), run(1e12));
});

Deno.test("a machine warms while it works and cools while it rests", () => {
  const profile = profileSchema.parse(article);
  const speed = new Speed(profile, () => 0.5);
  assert.equal(speed.begin(0), 1);
  const warm = speed.begin(1500e9);
  assert(Math.abs(warm - (1 + profile.speed.warmSlowdown * (1 - 1 / Math.E))) < 1e-12);
  assert(speed.sensor(1e13).celsius > 70);
  speed.rest(1e13);
  assert(Math.abs(speed.sensor(1e14).celsius - profile.sensor.idleCelsius) < 1);
});
