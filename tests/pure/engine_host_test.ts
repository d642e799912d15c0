import assert from "node:assert/strict";
import { describeHost, labelOf, parseGpuList } from "../../lib/engine/host.ts";
import { ServerLog } from "../../lib/engine/server_log.ts";
import { idSchema } from "../../lib/record/plan.ts";

Deno.test("labels are ids and say what the hardware is", () => {
  assert.equal(labelOf("AMD EPYC 7763 64-Core Processor"), "amd-epyc-7763");
  assert.equal(
    labelOf("11th Gen Intel(R) Core(TM) i7-1185G7 @ 3.00GHz"),
    "11th-gen-intel-core-i7-1185g7",
  );
  assert.equal(labelOf("???"), "host");
  for (const odd of ["ÄÖ", "-x-", "a".repeat(200), `${"a".repeat(39)} b`]) {
    assert(idSchema.safeParse(labelOf(odd)).success, odd);
  }
});

Deno.test("a label that cannot be a folder's name is refused", async () => {
  await assert.rejects(describeHost({ label: "../me" }), {
    name: "UserError",
    message: /"\.\.\/me"/,
  });
});

Deno.test("GPUs are listed with what nvidia-smi knows", () => {
  assert.deepEqual(parseGpuList("NVIDIA H200, 570.86.15, 143771\nTesla, [N/A], [N/A]\n"), [
    { name: "NVIDIA H200", driver: "570.86.15", memoryBytes: 143771 * 1024 * 1024 },
    { name: "Tesla", driver: null, memoryBytes: null },
  ]);
  assert.deepEqual(parseGpuList(""), []);
});

Deno.test("a server's log stays bounded and keeps its beginning, its end and the first error", async () => {
  const log = new ServerLog();
  const lines = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
  lines[10] = "0.00.001.000 E srv: first fault";
  const bytes = new TextEncoder().encode(`${lines.join("\r\n")}\nlast é`);
  // pieces of 7 bytes cut lines and characters anywhere
  await log.readFrom(ReadableStream.from((function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.slice(at, at + 7);
  })()));
  const kept = log.text().split("\n");
  assert.equal(kept.length, 3000 + 1 + 300);
  assert.deepEqual([kept[0], kept[2999]], ["line 0", "line 2999"]);
  assert.equal(kept[3000], "[1701 lines left out]"); // 5001 lines, 3300 kept
  assert.deepEqual([kept[3001], kept.at(-1)], ["line 4701", "last é"]);
  assert.equal(log.complaint(), "srv: first fault");
});
