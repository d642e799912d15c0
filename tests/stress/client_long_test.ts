import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { TextLineStream } from "@std/streams/text-line-stream";
import { systemClock } from "../../lib/base/clock.ts";
import { systemFiles } from "../../lib/base/file_system.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import { prepareRequest } from "../../lib/run/client/request.ts";
import { responseOf } from "../client/cases.ts";
import { spec } from "../client/server.ts";

const streams = 64;
const tokens = 100_000;
const mebibyte = 1024 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** What is held, without what has only not been collected yet. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}

Deno.test("64 streams of 100,000 tokens run to their end in flat memory", async () => {
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL("../client/flood.ts", import.meta.url).pathname, `${tokens}`],
    stdout: "piped",
  }).spawn();
  const folder = await Deno.makeTempDir();
  const held: number[] = [];
  const sampling = setInterval(() => held.push(heldBytes()), 200);
  try {
    const lines = server.stdout.pipeThrough(new TextDecoderStream())
      .pipeThrough(new TextLineStream());
    const { value: url } = await lines.getReader().read();
    const options = {
      clock: systemClock(),
      limits: { responseSeconds: 600, silenceSeconds: 60 },
      spill: { files: systemFiles(), folder },
    };
    const prepared = await Promise.all(
      Array.from(
        { length: streams },
        () =>
          prepareRequest({ url: url!, apiKey: null }, { ...spec, outputTokens: tokens }, options),
      ),
    );
    const exchanges = await Promise.all(prepared.map((request) => request.fire()));
    const running = held.slice();
    for (const exchange of exchanges) {
      const response = responseOf(exchange, { promptTokens: 3, outputTokens: tokens });
      assert.deepEqual(judgeResponse(response), { status: "valid" });
      const { afterNs, tokens: counts } = JSON.parse(JSON.stringify(response)).arrivals;
      assert.deepEqual([afterNs.length, counts.length], [tokens, tokens]);
      const sum = afterNs.reduce((total: number, after: number) => total + after, 0);
      assert.equal(response.sentNs! + sum, response.lastTokenNs);
    }
    const early = Math.max(...running.slice(0, Math.ceil(running.length / 2)));
    const late = Math.max(...running);
    // the first half fills the blocks; kept in memory, the second half would need 37 MiB at least
    const grown = (late - early) / mebibyte;
    assert(running.length >= 10, `looked ${running.length} times only`);
    assert(grown < 10, `grown by ${grown.toFixed(1)} MiB from ${(early / mebibyte).toFixed(0)}`);
  } finally {
    clearInterval(sampling);
    server.kill();
    await server.status;
    await Deno.remove(folder, { recursive: true });
  }
});
