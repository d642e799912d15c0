import assert from "node:assert/strict";
import { createTimeLeft } from "../../lib/run/time_left.ts";

const cell = (id: string, promptTokens: number, concurrency: number) => ({
  id,
  model: "m",
  promptTokens,
  concurrency,
  resumed: false,
});

Deno.test("the time left comes from the rounds that ended", () => {
  const left = createTimeLeft(100);
  const [one, four] = [cell("a", 100, 1), cell("b", 100, 4)];
  assert.equal(left.seconds([{ cell: one, rounds: 5 }]), null, "nothing to go by");
  left.roundEnded(one, 2);
  left.roundEnded(one, 4);
  // its own mean of 3 s; four times the tokens of the last round, which took 4 s
  assert.equal(left.seconds([{ cell: one, rounds: 2 }]), 6);
  assert.equal(left.seconds([{ cell: one, rounds: 2 }, { cell: four, rounds: 1 }]), 6 + 16);
});
