import assert from "node:assert/strict";
import { systemClock } from "../../lib/base/clock.ts";
import { startServer } from "../../lib/engine/start_server.ts";
import { loadPlan } from "../../lib/plan/load.ts";
import { judgeResponse, judgeRound } from "../../lib/record/validity.ts";
import { pollJson } from "../../lib/run/client/poll.ts";
import { prepareRequest } from "../../lib/run/client/request.ts";
import type { RequestSpec } from "../../lib/run/client/request_spec.ts";
import { responseOf } from "../client/cases.ts";
import { engineOrSkip } from "../parts/engine.ts";
import { untilAtWork } from "../runs/real_run.ts";

const engine = await engineOrSkip();
const { server: settings } = await loadPlan("core-1.1-tiny");
const clock = systemClock();

Deno.test({
  name: "llama-server through its three endpoints: sound, refused, and stopped in mid-stream",
  ignore: !engine.ready,
  fn: async (step) => {
    assert(engine.ready);
    const server = await startServer({
      program: engine.program,
      model: "tiny-cycle",
      modelFile: engine.modelFile,
      settings,
      clock,
      startSeconds: 30,
    });
    const target = { url: server.url, apiKey: null };
    const told = await pollJson(target, "/tokenize", {
      body: { content: "a small llama", add_special: true },
    });
    const { tokens } = told as { tokens: number[] };
    const promptIds = Array.from({ length: 200 }, (_, at) => tokens[at % tokens.length]);
    const round = async (changes: Partial<RequestSpec>, requests = 4, signal?: AbortSignal) => {
      const limits = { responseSeconds: 60, silenceSeconds: 30 };
      const prepared = await Promise.all(Array.from({ length: requests }, (_, index) => {
        const promptText = "Hello world";
        const spec = { model: null, promptIds, promptText, outputTokens: 64, slot: index % 4 };
        const options = { clock, limits, signal };
        return prepareRequest(
          target,
          { endpoint: "/completion", ...spec, ...changes },
          options,
        );
      }));
      return await Promise.all(prepared.map((request) => request.fire()));
    };
    const asked = { promptTokens: 200, outputTokens: 64 };
    try {
      await step.step("/completion: a round of four in its slots is valid", async () => {
        const responses = (await round({})).map((exchange, slot) =>
          responseOf(exchange, { ...asked, slot })
        );
        for (const response of responses) {
          assert.deepEqual(judgeResponse(response), { status: "valid" });
          const { afterNs, tokens } = response.arrivals;
          assert(afterNs.length < 64, "some tokens complete no character");
          const brought = tokens!.reduce((sum, count) => sum + count, 0);
          assert(brought > 60 && brought <= 64, `${brought} tokens came in events`);
          const sum = afterNs.reduce((total, after) => total + after, response.sentNs!);
          assert.equal(sum, response.lastTokenNs);
        }
        assert.deepEqual(judgeRound(responses, 4), { status: "valid" });
      });
      await step.step("five requests on four slots are all answered", async () => {
        const exchanges = await round({ slot: null }, 5);
        assert.deepEqual(exchanges.map(({ error }) => error), Array(5).fill(null));
        const headers = exchanges.map(({ headersNs }) => headersNs!);
        const firsts = exchanges.map(({ firstTokenNs }) => firstTokenNs!);
        assert(Math.max(...headers) > Math.min(...firsts), "the fifth waited for a slot");
      });
      for (const endpoint of ["/v1/completions", "/v1/chat/completions"] as const) {
        await step.step(`${endpoint}: counted, and unverified in what is not told`, async () => {
          for (const exchange of await round({ endpoint, slot: null })) {
            assert.equal(exchange.error, null);
            assert.equal(exchange.stopType, "length");
            assert.equal(exchange.tokens.predicted, 64);
            assert.equal(exchange.tokens.cached, 0);
            assert.equal(exchange.tokens.processed, exchange.tokens.evaluated);
            assert(exchange.arrivals.afterNs.length > 40);
            const promptTokens = exchange.tokens.evaluated!;
            const verdict = judgeResponse(responseOf(exchange, { promptTokens, outputTokens: 64 }));
            assert.deepEqual(verdict, { status: "unverified", unknown: ["truncated"] });
          }
        });
      }
      await step.step(
        "a prompt longer than the slot is refused in the server's words",
        async () => {
          const [{ error, httpStatus }] = await round({ promptIds: Array(9000).fill(5) }, 1);
          assert.equal(httpStatus, 400);
          assert.equal(error?.code, "http-status");
          assert.match(error!.message, /exceeds the available context size/);
        },
      );
      await step.step("a request that is given up frees its slot", async () => {
        const stop = new AbortController();
        const long = round({ outputTokens: 8000 }, 1, stop.signal);
        await untilAtWork({ target }, { requests: 1, tokens: 50 });
        stop.abort();
        const [exchange] = await long;
        assert.equal(exchange.error?.code, "abandoned");
        assert(exchange.arrivals.afterNs.length > 0);
        let busy = true;
        for (let poll = 0; busy && poll < 100; poll++) {
          const slots = await pollJson(target, "/slots") as { is_processing: boolean }[];
          busy = slots.some(({ is_processing }) => is_processing);
          if (busy) await clock.sleep(50);
        }
        assert(!busy, "the slot is idle again");
      });
      await step.step("a server that is stopped in mid-stream loses its responses", async () => {
        const long = round({ outputTokens: 8000 });
        await untilAtWork({ target }, { requests: 4, tokens: 1 });
        await server.stop();
        for (const exchange of await long) {
          assert.match(exchange.error!.code, /^connection-(lost|reset)$/);
          assert.equal(exchange.finalEventNs, null);
        }
      });
    } finally {
      await server.stop();
    }
  },
});
