import { messageOf } from "../base/errors.ts";
import type { TruthLine } from "../record/truth.ts";
import type { Fault } from "./fault.ts";
import { GenerationReply } from "./generation_reply.ts";
import { type GenerationPath, readGenerationRequest } from "./generation_request.ts";
import { answerBytes, errorAnswer, Refusal } from "./http_answer.ts";
import { BadRequest, type HttpRequest, RequestReader } from "./http_request.ts";
import { type Pipe, writeAll } from "./pipe.ts";
import { type SimulatorProfile, timingOf } from "./profile.ts";
import { type Happening, Scheduler } from "./scheduler.ts";
import { simulatorBuild } from "./simulator_build.ts";
import type { SimulatorClock } from "./simulator_clock.ts";
import type { Speed } from "./speed.ts";
import { statusAnswer, type Totals } from "./status_routes.ts";
import { wordingOf } from "./wording_of.ts";

/** What a simulated server is set up with. */
export interface SimulatedServerOptions {
  profile: SimulatorProfile;
  /** Id of the model in the plan: the profile's times for it are used. */
  model: string;
  slots: number;
  contextPerSlotTokens: number;
  batchTokens: number;
  clock: SimulatorClock;
  /** The machine; servers that run on it one after the other find it as warm as it is. */
  speed: Speed;
  /** Factor on all times: 0.1 is ten times as fast. */
  timeScale?: number;
  faults?: readonly Fault[];
  apiKey?: string | null;
  /** Takes a line for each generation when it is over. */
  truth?(line: TruthLine): void;
  /** A scripted fault ends the server. */
  exit?(): void;
}

const generating = new Set([
  "/completion",
  "/completions",
  "/v1/completions",
  "/v1/chat/completions",
]);

/**
 * A server that is none: it answers on any connection in llama-server's words, and a model of
 * timings says when. It computes nothing, and all that it says of itself names it a simulator.
 */
export class SimulatedServer {
  readonly scheduler: Scheduler;
  readonly totals: Totals = {
    promptTokens: 0,
    promptMs: 0,
    predicted: 0,
    predictedMs: 0,
    longest: 0,
  };
  #replies = new Map<number, GenerationReply>();
  #generations = 0;
  #running = false;

  constructor(readonly options: SimulatedServerOptions) {
    const { profile, model, slots, batchTokens, speed, timeScale } = options;
    const timing = timingOf(profile, model);
    this.scheduler = new Scheduler({ slots, batchTokens, timing, speed, timeScale });
  }

  /** Answers the requests of one connection until it closes. */
  async serve(pipe: Pipe): Promise<void> {
    const reader = new RequestReader(pipe);
    try {
      for (;;) {
        const request = await reader.next();
        if (request === null) break;
        const keepAlive = request.headers.get("connection")?.toLowerCase() !== "close";
        const stays = await this.#answer(request, { pipe, reader, keepAlive });
        if (!stays) break;
      }
    } catch (error) {
      // what breaks a connection is the client's to tell
      if (!(error instanceof BadRequest) && !isBroken(error)) throw error;
    } finally {
      close(pipe);
    }
  }

  /** Whether the connection is kept for another request. */
  async #answer(
    request: HttpRequest,
    { pipe, reader, keepAlive }: { pipe: Pipe; reader: RequestReader; keepAlive: boolean },
  ): Promise<boolean> {
    const receivedNs = this.options.clock.nowNs();
    try {
      if (request.method === "POST" && generating.has(request.path) && this.#allowed(request)) {
        const reply = this.#generate(request, { pipe, keepAlive, receivedNs });
        const gone = reader.closed().catch(() => {});
        await Promise.race([reply.ended, gone]);
        this.#over(reply);
        return false;
      }
      const answer = this.#allowed(request) || request.path === "/health"
        ? statusAnswer(request, this)
        : errorAnswer(401, "authentication_error", "Invalid API Key");
      await writeAll(pipe, answerBytes(answer, keepAlive));
    } catch (error) {
      if (isBroken(error)) throw error;
      const answer = error instanceof Refusal
        ? error.answer
        : errorAnswer(500, "server_error", messageOf(error));
      await writeAll(pipe, answerBytes(answer, keepAlive));
    }
    return keepAlive;
  }

  #allowed({ headers }: HttpRequest): boolean {
    const key = this.options.apiKey ?? null;
    return key === null || headers.get("authorization") === `Bearer ${key}`;
  }

  #generate(
    { path, body }: HttpRequest,
    connection: { pipe: Pipe; keepAlive: boolean; receivedNs: number },
  ): GenerationReply {
    const { options } = this;
    const contextTokens = options.contextPerSlotTokens;
    const request = readGenerationRequest(
      path === "/completions" ? "/completion" : path as GenerationPath,
      body,
      { slots: options.slots, contextTokens },
    );
    const number = ++this.#generations;
    const fault = options.faults?.find((one) => one.request === number) ?? null;
    if (fault?.kind === "status-500") {
      throw new Refusal(errorAnswer(500, "server_error", "a scripted fault"));
    }
    const names = { model: options.model, build: simulatorBuild };
    const unixSeconds = Math.floor(options.clock.wallMs() / 1000);
    const id = `chatcmpl-${String(number).padStart(32, "0")}`;
    const reply = new GenerationReply({
      number,
      request,
      wording: wordingOf(request, names, { id, unixSeconds }),
      nowNs: options.clock.nowNs,
      contextTokens,
      fault,
      ...connection,
    });
    this.#replies.set(number, reply);
    this.scheduler.submit({
      id: number,
      promptTokens: request.promptIds.length,
      outputTokens: reply.outputTokens,
      slot: request.slot,
    }, connection.receivedNs);
    if (!this.#running) this.#run();
    return reply;
  }

  #over(reply: GenerationReply): void {
    const { truth } = reply;
    reply.abandon();
    this.#replies.delete(truth.request);
    this.scheduler.cancel(truth.request);
    this.options.truth?.(truth);
  }

  /** Lets time pass as long as there is work. */
  async #run(): Promise<void> {
    this.#running = true;
    for (let next = this.scheduler.nextNs; next !== null; next = this.scheduler.nextNs) {
      await this.options.clock.until(next);
      for (const happening of this.scheduler.advance(this.options.clock.nowNs())) {
        this.#tell(happening);
      }
    }
    this.#running = false;
  }

  #tell(happening: Happening): void {
    const reply = this.#replies.get(happening.job);
    if (!reply) return;
    reply.happened(happening);
    if (reply.exits) this.options.exit?.();
    if (happening.kind !== "token" || !happening.last) return;
    const { timings, promptTokens } = reply.state(happening.atNs);
    this.totals.promptTokens += promptTokens;
    this.totals.promptMs += timings.prompt_ms;
    this.totals.predicted += timings.predicted_n;
    this.totals.predictedMs += timings.predicted_ms;
    this.totals.longest = Math.max(this.totals.longest, promptTokens + timings.predicted_n);
  }
}

function isBroken(error: unknown): boolean {
  return error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset ||
    error instanceof Deno.errors.ConnectionAborted || error instanceof Deno.errors.BadResource ||
    error instanceof Deno.errors.Interrupted || error instanceof Deno.errors.NotConnected;
}

function close(pipe: Pipe): void {
  try {
    pipe.close();
  } catch {
    // closed before
  }
}
