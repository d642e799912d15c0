import { gunzipSync } from "node:zlib";
import { join } from "node:path";
import type { Clock } from "../../lib/base/clock.ts";
import type { FileSystem } from "../../lib/base/file_system.ts";
import { runOrder } from "../../lib/plan/order.ts";
import { decodeLine } from "../../lib/record/journal.ts";
import { type Plan, planSchema } from "../../lib/record/plan.ts";
import type { Line, Response } from "../../lib/record/response.ts";
import { type CampaignResult, runCampaign } from "../../lib/run/campaign.ts";
import type { CampaignTools } from "../../lib/run/campaign_tools.ts";
import type { Exchange } from "../../lib/run/client/exchange.ts";
import type { RequestSpec } from "../../lib/run/client/request_spec.ts";
import type { ProgressEvent } from "../../lib/run/progress.ts";
import type { Prepare } from "../../lib/run/round.ts";
import type { ReadyServer } from "../../lib/run/server.ts";
import { newSession, type RunIdentity } from "../../lib/run/session.ts";
import { createStopSwitch, type StopSwitch } from "../../lib/run/stop.ts";
import { exampleHost } from "../records/example_host.ts";
import { hastyFiles } from "../records/hasty_files.ts";
import tinyPlan from "../../lib/plan/plans/core-1.1-tiny.json" with { type: "json" };

/** A clock that only moves when it is told to, or slept on. */
export interface VirtualClock extends Clock {
  /** Moves to a time, unless it is there already. */
  reach(ns: number): void;
  /** Sets the wall clock, in milliseconds against where it would be. */
  shiftWall(ms: number): void;
}

export function virtualClock(startNs = 0): VirtualClock {
  let nowNs = startNs;
  let shiftMs = 0;
  const clock: VirtualClock = {
    nowNs: () => nowNs,
    wallMs: () => Date.UTC(2026, 0, 1) + nowNs / 1e6 + shiftMs,
    sleep: (ms, signal) => {
      if (signal?.aborted) return Promise.reject(signal.reason);
      nowNs += ms * 1e6;
      return Promise.resolve();
    },
    reach: (ns) => nowNs = Math.max(nowNs, ns),
    shiftWall: (ms) => shiftMs += ms,
  };
  return clock;
}

/** What a scripted request meets; the rest is that of a sound response. */
export interface Answer {
  firstTokenAfterNs?: number;
  endAfterNs?: number;
  /** Members that replace those of a sound exchange. */
  with?: Partial<Exchange>;
  /** Called at the moment that the response ends. */
  atEnd?: () => void;
  /** Never ends by itself: only the signal ends it. */
  hangs?: boolean;
}

/** Answers the requests from a script. `fired` counts the requests of the whole run, from 1. */
export function scriptedPrepare(
  clock: VirtualClock,
  script: (spec: RequestSpec, fired: number) => Answer,
): Prepare {
  let fired = 0;
  return (_target, spec, { signal }) => {
    const connectNs = clock.nowNs();
    return Promise.resolve({
      connectStartNs: connectNs,
      connectedNs: connectNs,
      cancel: () => {},
      fire: async () => {
        const answer = script(spec, ++fired);
        const sentNs = clock.nowNs();
        await Promise.resolve(); // the other requests of the round go out first
        const exchange = soundExchange(spec, connectNs, sentNs, answer);
        if (answer.hangs) {
          await new Promise<void>((resolve) => {
            if (signal!.aborted) return resolve();
            signal!.addEventListener("abort", () => resolve(), { once: true });
          });
          return {
            ...exchange,
            finalEventNs: null,
            closedNs: null,
            error: { code: "abandoned", message: "given up" },
          };
        }
        clock.reach(sentNs + (answer.endAfterNs ?? 100));
        answer.atEnd?.();
        return exchange;
      },
    });
  };
}

function soundExchange(
  spec: RequestSpec,
  connectNs: number,
  sentNs: number,
  { firstTokenAfterNs = 10, endAfterNs = 100, with: other }: Answer,
): Exchange {
  const first = sentNs + firstTokenAfterNs;
  const end = sentNs + endAfterNs;
  return {
    connectStartNs: connectNs,
    connectedNs: connectNs,
    sentNs,
    headersNs: sentNs,
    firstEventNs: first,
    firstTokenNs: first,
    firstVisibleNs: first,
    lastTokenNs: end,
    finalEventNs: end,
    closedNs: end,
    arrivals: {
      afterNs: [firstTokenAfterNs, endAfterNs - firstTokenAfterNs],
      tokens: [1, spec.outputTokens - 1],
    },
    tokens: {
      contentEvents: 2,
      predicted: spec.outputTokens,
      evaluated: spec.promptIds.length,
      processed: spec.promptIds.length,
      cached: 0,
    },
    stopType: "limit",
    truncated: false,
    timings: null,
    httpStatus: 200,
    error: null,
    reportedSlot: spec.slot,
    ...other,
  };
}

/** A plan of one small model with two scenarios of two rounds, unless told otherwise. */
export function smallPlan(changes: Partial<Plan> = {}): Plan {
  return planSchema.parse({
    ...tinyPlan,
    id: "small",
    promptTokens: [4],
    concurrency: [1, 2],
    outputTokens: 3,
    measuredRounds: 2,
    ...changes,
  });
}

export interface ScriptedRun {
  plan?: Plan;
  script?: (spec: RequestSpec, fired: number) => Answer;
  clock?: VirtualClock;
  files?: FileSystem;
  stop?: StopSwitch;
  tools?: Partial<CampaignTools>;
  server?: Partial<ReadyServer>;
  /** The folder that gets the record's; one that goes away with the tests unless given. */
  parent?: string;
}

export interface ScriptedResult {
  result: CampaignResult;
  events: ProgressEvent[];
  lines: Line[];
  responses: Response[];
  /** The folder that holds the record's. */
  parent: string;
}

/** Runs a campaign on a script, with its record in a folder of its own. */
export async function scriptedRun(run: ScriptedRun = {}): Promise<ScriptedResult> {
  const plan = run.plan ?? smallPlan();
  const clock = run.clock ?? virtualClock();
  const files = run.files ?? hastyFiles();
  const stop = run.stop ?? createStopSwitch(clock);
  const parent = run.parent ?? await passingFolder();
  const events: ProgressEvent[] = [];
  const cells = runOrder(plan).map((cell) => ({ ...cell, resumed: false }));
  const result = await runCampaign(plan, cells, {
    files,
    clock,
    prepare: scriptedPrepare(clock, run.script ?? (() => ({}))),
    openServer: ({ id }) => Promise.resolve(scriptedServer(id, run.server)),
    openSession: () => newSession({ files, clock, parent, plan, identity, cells }),
    openGuard: () => Promise.resolve(null),
    promptText: "a text",
    progress: (event) => events.push(event),
    stop,
    ...run.tools,
  });
  const lines = await linesOf(result.folder);
  const responses = lines.filter((line) => line.kind === "response");
  return { result, events, lines, responses, parent };
}

const passing: string[] = [];
globalThis.addEventListener("unload", () => {
  for (const folder of passing) Deno.removeSync(folder, { recursive: true });
});

async function passingFolder(): Promise<string> {
  passing.push(await Deno.makeTempDir());
  return passing.at(-1)!;
}

/** All whole lines of a record, sealed or not. */
export async function linesOf(folder: string): Promise<Line[]> {
  const path = join(folder, "data", "responses.jsonl");
  const bytes = await Deno.readFile(`${path}.gz`).then(gunzipSync, () => Deno.readFile(path));
  return new TextDecoder().decode(bytes).split("\n").filter((text) => text.endsWith('"}'))
    .map((text, at) => decodeLine(text, `responses.jsonl:${at + 1}`));
}

export function scriptedServer(model: string, changes: Partial<ReadyServer> = {}): ReadyServer {
  return {
    target: { url: "http://127.0.0.1:1", apiKey: null },
    engine: identity.engine,
    facts: {
      model,
      flags: [],
      environment: {},
      checks: [],
      props: null,
      startedNs: null,
      readyNs: null,
    },
    modelName: null,
    routes: {
      tokenizer: () =>
        Promise.resolve({
          tellsCache: true,
          tokenize: () => Promise.resolve([11, 12, 13]),
          detokenize: () => Promise.resolve("text"),
          countChatTokens: () => Promise.resolve(4),
        }),
      busySlots: () => Promise.resolve(0),
      counters: () => Promise.resolve(null),
      health: () => Promise.resolve(),
    },
    exited: new Promise(() => {}),
    log: () => Promise.resolve(null),
    stop: () => Promise.resolve(),
    ...changes,
  };
}

export const identity: RunIdentity = {
  provenance: { kind: "simulated", statement: "Scripted by a test; no engine took part." },
  clock: { source: "virtual", resolutionNs: 1 },
  host: exampleHost,
  engine: { name: "script", build: null, version: null, obtained: "simulator", package: null },
  models: [],
  frozen: null,
  calibration: null,
};
