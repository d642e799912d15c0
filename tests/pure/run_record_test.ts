import assert from "node:assert/strict";
import { systemFiles } from "../../lib/base/file_system.ts";
import { ArrivalLog } from "../../lib/run/client/arrival_log.ts";
import { ArrivalSpill, spilledBlockEvents } from "../../lib/run/client/arrival_spill.ts";
import type { Prepare } from "../../lib/run/round.ts";
import { newSession } from "../../lib/run/session.ts";
import {
  type Answer,
  identity,
  linesOf,
  scriptedPrepare,
  scriptedRun,
  scriptedServer,
  smallPlan,
  virtualClock,
} from "../runs/scripted_run.ts";

Deno.test("a wall clock that is set back is noted and changes no time", async () => {
  const clock = virtualClock();
  const script = (_: unknown, fired: number): Answer =>
    fired === 2 ? { atEnd: () => clock.shiftWall(-3600e3) } : {};
  const { lines, responses } = await scriptedRun({ clock, script });
  const note = lines.findLast((line) => line.kind === "note")!;
  assert.equal(note.code, "wall-clock-moved");
  assert.match(note.message, /back by 3600\.0 s/);
  const sent = responses.map(({ sentNs }) => sentNs!);
  assert.deepEqual(sent, sent.toSorted((a, b) => a - b));
});

Deno.test("arrivals that are too many for memory lie on the disk until their lines do", async () => {
  const outputTokens = spilledBlockEvents + 3;
  const clock = virtualClock();
  const scripted = scriptedPrepare(clock, () => ({ endAfterNs: outputTokens }));
  const files = systemFiles();
  const lying: string[][] = [];
  const prepare: Prepare = async (target, spec, options) => {
    assert(options.spill);
    const request = await scripted(target, spec, options);
    const spill = new ArrivalSpill(options.spill);
    return {
      ...request,
      fire: async () => {
        const log = new ArrivalLog(outputTokens, spill);
        for (let token = 0; token < outputTokens; token++) log.add(1, 1);
        const exchange = await request.fire();
        await spill.settled();
        lying.push((await files.list(options.spill!.folder)).map(({ name }) => name));
        return { ...exchange, arrivals: log.arrivals() };
      },
    };
  };
  const { server } = smallPlan();
  const { responses, result } = await scriptedRun({
    clock,
    plan: smallPlan({ outputTokens, server: { ...server, contextPerSlotTokens: 32768 } }),
    tools: { prepare },
  });
  const spilled = (names: string[]) => names.filter((name) => name.startsWith("arrivals-")).length;
  assert.deepEqual(lying.map(spilled).slice(0, 3), [1, 1, 1], "those of earlier rounds are gone");
  for (const { arrivals } of responses) {
    assert.equal(arrivals.afterNs.length, outputTokens);
    assert.equal(arrivals.tokens!.length, outputTokens);
  }
  const left = (await files.list(`${result.folder}/data`)).map(({ name }) => name);
  assert.deepEqual(left, ["record.json", "responses.jsonl.gz"]);
});

Deno.test("two runs in one second have two folders", async () => {
  const { parent, result } = await scriptedRun();
  const files = systemFiles();
  const plan = smallPlan();
  const session = await newSession({
    files,
    clock: virtualClock(),
    parent,
    plan,
    identity,
    cells: [],
  });
  assert.equal(session.id, `${result.record.id}-2`);
  session.close();
});

Deno.test("the packed lines are the same bytes twice", async () => {
  const read = async () => {
    const { result } = await scriptedRun();
    assert.equal((await linesOf(result.folder)).length, 16);
    return await Deno.readFile(`${result.folder}/data/responses.jsonl.gz`);
  };
  const [one, two] = [await read(), await read()];
  assert.deepEqual(one, two);
  assert.deepEqual([...one.subarray(4, 10)], [0, 0, 0, 0, 2, 255], "no time and no system in it");
});

Deno.test("what a server says in words is kept without folders", async () => {
  const message = "cannot open /home/jane/models/big.gguf";
  const script = (_: unknown, fired: number): Answer =>
    fired === 2 ? { with: { error: { code: "error-event", message }, finalEventNs: null } } : {};
  const routes = {
    ...scriptedServer("x").routes,
    health: () => Promise.reject(new Error("no /home/jane/socket")),
  };
  const { result, responses } = await scriptedRun({ script, server: { routes } });
  assert.equal(responses[1].error!.message, "cannot open big.gguf");
  assert(!JSON.stringify(result.record).includes("/home"));
  assert(JSON.stringify(result.record.scenarios).includes("no socket"));
});
