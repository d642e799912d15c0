import type { FileSystem, WritableFile } from "../base/file_system.ts";
import { describeServer } from "../engine/engine_server.ts";
import { seededRandom } from "../base/random.ts";
import type { Plan, PlannedModel } from "../record/plan.ts";
import { prepareRequest } from "../run/client/request.ts";
import { readCounters } from "../run/read_counters.ts";
import type { Prepare } from "../run/round.ts";
import type { ReadyServer } from "../run/server.ts";
import type { Tokenizer } from "../run/tokenizer.ts";
import type { Fault } from "../simulate/fault.ts";
import { chatText } from "../simulate/generation_request.ts";
import { pipePair } from "../simulate/pipe.ts";
import type { SimulatorProfile } from "../simulate/profile.ts";
import { SimulatedServer } from "../simulate/server.ts";
import { type VirtualClock, virtualClock } from "../simulate/simulator_clock.ts";
import { type SensorReading, Speed } from "../simulate/speed.ts";
import { statusAnswer } from "../simulate/status_routes.ts";
import { textOf, tokenize } from "../simulate/vocabulary.ts";
import { simulatorEngine } from "./start_simulator.ts";

/** How long a connection takes to open: what lies between two rounds. */
const CONNECT_MS = 4;

/** A simulated machine on a virtual clock, within this process. */
export interface VirtualWorld {
  clock: VirtualClock;
  /** The disk, at whose work the clock stands still. */
  files: FileSystem;
  prepare: Prepare;
  openServer(model: PlannedModel): Promise<ReadyServer>;
  sensor(): Promise<SensorReading>;
}

/**
 * Builds a world in which a whole campaign takes seconds: the runner and the measuring client as they
 * are, and the simulator at the other end of pipes without delay. Every time in its record is exact.
 */
export function virtualWorld(
  plan: Plan,
  { profile, files, startMs, faults }: {
    profile: SimulatorProfile;
    files: FileSystem;
    startMs: number;
    faults?: readonly Fault[];
  },
): VirtualWorld {
  const clock = virtualClock(startMs);
  const speed = new Speed(profile, seededRandom(profile.seed));
  let server: SimulatedServer | null = null;

  return {
    clock,
    files: heldFiles(files, clock),
    prepare: (target, spec, options) =>
      prepareRequest(target, spec, {
        ...options,
        connect: async (signal) => {
          await clock.sleep(CONNECT_MS, signal);
          const [here, there] = pipePair();
          server!.serve(there);
          return here;
        },
      }),
    openServer: (model) => {
      server = new SimulatedServer({
        profile,
        model: model.id,
        slots: plan.server.slots,
        contextPerSlotTokens: plan.server.contextPerSlotTokens,
        batchTokens: plan.server.batch,
        clock,
        speed,
        faults,
      });
      return Promise.resolve(readyServer(server, plan, model));
    },
    sensor: () => Promise.resolve(speed.sensor(clock.nowNs())),
  };
}

function readyServer(server: SimulatedServer, plan: Plan, model: PlannedModel): ReadyServer {
  const nowNs = server.options.clock.nowNs();
  const text = (path: string) =>
    statusAnswer({
      method: "GET",
      path,
      query: new URLSearchParams(),
      headers: new Map(),
      body: new Uint8Array(),
    }, server).body;
  const get = (path: string) => JSON.parse(text(path));
  return {
    target: { url: "http://simulator", apiKey: null },
    engine: simulatorEngine,
    facts: describeServer({
      model: model.id,
      settings: plan.server,
      facts: { props: get("/props"), slots: get("/slots"), metrics: null, log: null, help: null },
      flags: [],
      environment: {},
      startedNs: nowNs,
      readyNs: nowNs,
    }),
    routes: {
      tokenizer: () => Promise.resolve(simulatedTokenizer),
      busySlots: () =>
        Promise.resolve(server.scheduler.slots.filter((slot) => slot !== null).length),
      counters: () => Promise.resolve(readCounters(text("/metrics"))),
      health: () => Promise.resolve(),
    },
    modelName: null,
    exited: new Promise(() => {}),
    log: () => Promise.resolve(null),
    stop: () => Promise.resolve(),
  };
}

const simulatedTokenizer: Tokenizer = {
  tellsCache: true,
  tokenize: (text) => Promise.resolve(tokenize(text)),
  detokenize: (ids) => Promise.resolve(textOf(ids)),
  countChatTokens: (text) =>
    Promise.resolve(1 + tokenize(chatText([{ role: "user", content: text }])).length),
};

/** The same file system; virtual time does not pass while it works. */
function heldFiles(files: FileSystem, clock: VirtualClock): FileSystem {
  const file = (opened: WritableFile): WritableFile => ({
    write: (bytes) => clock.during(() => opened.write(bytes)),
    sync: () => clock.during(() => opened.sync()),
    close: () => opened.close(),
  });
  return {
    makeDirectory: (path, options) => clock.during(() => files.makeDirectory(path, options)),
    create: (path) => clock.during(async () => file(await files.create(path))),
    append: (path) => clock.during(async () => file(await files.append(path))),
    rename: (from, to) => clock.during(() => files.rename(from, to)),
    remove: (path, options) => clock.during(() => files.remove(path, options)),
    syncDirectory: (path) => clock.during(() => files.syncDirectory(path)),
    list: (path) => clock.during(() => files.list(path)),
    read: (path) => clock.during(() => files.read(path)),
    exists: (path) => clock.during(() => files.exists(path)),
  };
}
