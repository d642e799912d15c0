import assert from "node:assert/strict";
import { damageResponses } from "../client/damage.ts";

Deno.test("100,000 damaged responses end in a record, and none is valid that was not", async () => {
  let valid = 0;
  for (let seed = 1; seed <= 10; seed++) {
    valid += (await damageResponses(10_000, seed * 7919)).valid;
  }
  assert(valid > 500, `${valid} were valid: the damage is too great to show anything`);
});
