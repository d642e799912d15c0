import { systemClock } from "../../lib/base/clock.ts";
import { startSimulator } from "../../lib/cli/start_simulator.ts";
import { startServer } from "../../lib/engine/start_server.ts";
import { loadPlan } from "../../lib/plan/load.ts";
import { pollJson } from "../../lib/run/client/poll.ts";
import { conformance } from "../conformance/checks.ts";
import { engineOrSkip } from "../parts/engine.ts";

const engine = await engineOrSkip();
const { server: settings } = await loadPlan("core-1.1-tiny");
const clock = systemClock();

const servers = {
  "llama-server": () => {
    if (!engine.ready) throw new Error(engine.reason);
    const { program, modelFile } = engine;
    return startServer({ program, model: "tiny", modelFile, settings, clock, startSeconds: 30 });
  },
  "the simulator": () => startSimulator({ profile: "quick", model: "tiny", settings, clock }),
};

for (const [name, start] of Object.entries(servers)) {
  Deno.test({
    name: `${name} keeps to the protocol`,
    ignore: name === "llama-server" && !engine.ready,
    fn: async (test) => {
      const { url, stop } = await start();
      try {
        const body = { content: "a small grey llama sold tea" };
        const told = await pollJson({ url, apiKey: null }, "/tokenize", { body });
        const { tokens: ids } = told as { tokens: number[] };
        for (const [what, check] of Object.entries(conformance)) {
          await test.step(what, () => check({ url, ids }));
        }
      } finally {
        await stop();
      }
    },
  });
}
