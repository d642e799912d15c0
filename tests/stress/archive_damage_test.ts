import assert from "node:assert/strict";
import { verifyBag } from "../../lib/archive/verify_bag.ts";
import { seededRandom } from "../../lib/base/random.ts";
import { harm, withBag } from "../records/sealed_bag.ts";

Deno.test("of 5,000 random harms to a bag none passes", async () => {
  const random = seededRandom(5);
  for (let run = 0; run < 5000; run++) {
    await withBag(async (bag) => {
      const done = await harm(bag, random);
      assert.notDeepEqual((await verifyBag(bag)).faults, [], `case ${run}: ${done}`);
    });
  }
});
