import assert from "node:assert/strict";
import { median } from "../../lib/stats/median.ts";

Deno.test("1,500 rounds of a soak leave nothing behind in memory", async () => {
  const script = new URL("../runs/soak_heap.ts", import.meta.url).pathname;
  const { stdout, stderr, code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--v8-flags=--expose-gc", script, "1500"],
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const heap = new TextDecoder().decode(stdout).trim().split("\n")
    .map((line): number => JSON.parse(line).heapBytes);
  assert.equal(heap.length, 10);
  // the first tenth still warms up
  const [early, late] = [median(heap.slice(1, 5))!, median(heap.slice(6))!];
  // 100 bytes a round would show: 1 % is 140 KB, and 750 rounds lie between the two
  assert(late < early * 1.01, `${early} bytes, then ${late}`);
});
