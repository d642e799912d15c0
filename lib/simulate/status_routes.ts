import { chatText, parseBody } from "./generation_request.ts";
import { type Answer, errorAnswer, invalidRequest, jsonAnswer } from "./http_answer.ts";
import type { HttpRequest } from "./http_request.ts";
import type { SimulatedServer } from "./server.ts";
import { simulatorBuild } from "./simulator_build.ts";
import { specialTokens, textOf, tokenBytes, tokenize, vocabularySize } from "./vocabulary.ts";

/** Sums over all generations that ended, for `/metrics`. */
export interface Totals {
  promptTokens: number;
  promptMs: number;
  predicted: number;
  predictedMs: number;
  /** Longest prompt and answer together. */
  longest: number;
}

type Route = (request: HttpRequest, server: SimulatedServer) => Answer;

const routes: Record<string, Route> = {
  "GET /health": () => jsonAnswer({ status: "ok" }),
  "GET /props": (_, server) => jsonAnswer(propsOf(server)),
  "GET /slots": ({ query }, server) => slotsAnswer(query, server),
  "GET /metrics": (_, server) => metricsAnswer(server),
  "GET /v1/models": (_, server) => jsonAnswer(modelsOf(server)),
  "GET /simulator/sensor": (_, { options }) =>
    jsonAnswer(options.speed.sensor(options.clock.nowNs())),
  "POST /apply-template": ({ body }) => jsonAnswer({ prompt: chatText(parseBody(body).messages) }),
  "POST /tokenize": ({ body }) => tokenizeAnswer(parseBody(body)),
  "POST /detokenize": ({ body }) => {
    const { tokens } = parseBody(body);
    if (!Array.isArray(tokens)) return jsonAnswer({ content: "" });
    const known = tokens.every((id) => Number.isInteger(id) && id >= 0 && id < vocabularySize);
    if (!known) throw invalidRequest("Prompt contains invalid tokens");
    return jsonAnswer({ content: textOf(tokens) });
  },
};

/** Answers a path that does not generate. */
export function statusAnswer(request: HttpRequest, server: SimulatedServer): Answer {
  const route = routes[`${request.method} ${request.path}`];
  return route ? route(request, server) : errorAnswer(404, "not_found_error", "File Not Found");
}

function propsOf({ options }: SimulatedServer): object {
  const { profile, model, slots, contextPerSlotTokens, timeScale = 1 } = options;
  return {
    default_generation_settings: { params: {}, n_ctx: contextPerSlotTokens },
    total_slots: slots,
    model_alias: model,
    model_path: model,
    endpoint_slots: true,
    endpoint_props: false,
    endpoint_metrics: true,
    bos_token: textOf([specialTokens.bos]),
    eos_token: textOf([specialTokens.eos]),
    build_info: simulatorBuild,
    is_sleeping: false,
    simulator: {
      statement: "A simulator. Nothing is computed; a model of timings says when each token comes.",
      profile: profile.id,
      source: profile.source,
      seed: profile.seed,
      time_scale: timeScale,
    },
  };
}

function slotsAnswer(query: URLSearchParams, { options, scheduler }: SimulatedServer): Answer {
  const states = scheduler.slots;
  if (query.has("fail_on_no_slot") && states.every((state) => state !== null)) {
    return errorAnswer(503, "unavailable_error", "no slot available");
  }
  return jsonAnswer(states.map((state, id) => ({
    id,
    n_ctx: options.contextPerSlotTokens,
    speculative: false,
    is_processing: state !== null,
    ...(state && {
      id_task: state.job.id,
      n_prompt_tokens: state.job.promptTokens + state.generated,
      n_prompt_tokens_processed: state.processed,
      n_prompt_tokens_cache: 0,
      params: {},
      next_token: [{
        has_next_token: true,
        has_new_line: false,
        n_remain: state.job.outputTokens - state.generated,
        n_decoded: state.generated,
      }],
    }),
  })));
}

function metricsAnswer({ scheduler, totals }: SimulatedServer): Answer {
  const perSecond = (count: number, ms: number) => ms > 0 ? count / ms * 1000 : 0;
  const busy = scheduler.slots.filter((state) => state !== null).length;
  const rows: [name: string, kind: "counter" | "gauge", help: string, value: number][] = [
    [
      "prompt_tokens_total",
      "counter",
      "Number of prompt tokens processed, excluding cached tokens",
      totals.promptTokens,
    ],
    ["prompt_tokens_cached_total", "counter", "Number of prompt tokens reused from the cache", 0],
    [
      "prompt_seconds_total",
      "counter",
      "Total time spent processing prompts",
      totals.promptMs / 1000,
    ],
    [
      "tokens_predicted_total",
      "counter",
      "Number of generation tokens processed",
      totals.predicted,
    ],
    [
      "tokens_predicted_seconds_total",
      "counter",
      "Total time spent generating tokens",
      totals.predictedMs / 1000,
    ],
    ["n_decode_total", "counter", "Total number of batches", scheduler.batches],
    [
      "n_tokens_max",
      "counter",
      "Largest observed sequence length (prompt + generation)",
      totals.longest,
    ],
    [
      "prompt_tokens_seconds",
      "gauge",
      "Average prompt throughput in tokens/s",
      perSecond(totals.promptTokens, totals.promptMs),
    ],
    [
      "predicted_tokens_seconds",
      "gauge",
      "Average generation throughput in tokens/s",
      perSecond(totals.predicted, totals.predictedMs),
    ],
    ["requests_processing", "gauge", "Number of requests processing", busy],
    ["requests_deferred", "gauge", "Number of requests deferred", scheduler.waiting],
  ];
  const body = rows.map(([name, kind, help, value]) =>
    `# HELP llamacpp:${name} ${help}\n# TYPE llamacpp:${name} ${kind}\nllamacpp:${name} ${value}\n`
  ).join("");
  return { status: 200, type: "text/plain; version=0.0.4", body };
}

function modelsOf({ options }: SimulatedServer): object {
  const { model, contextPerSlotTokens, clock } = options;
  return {
    object: "list",
    data: [{
      id: model,
      aliases: [model],
      object: "model",
      created: Math.floor(clock.wallMs() / 1000),
      owned_by: "corebook-simulator",
      meta: { n_vocab: vocabularySize, n_ctx: contextPerSlotTokens },
    }],
  };
}

function tokenizeAnswer(body: { [member: string]: unknown }): Answer {
  const text = typeof body.content === "string" ? body.content : "";
  const ids = [...(body.add_special === true ? [specialTokens.bos] : []), ...tokenize(text)];
  if (body.with_pieces !== true) return jsonAnswer({ tokens: ids });
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  return jsonAnswer({
    tokens: ids.map((id) => {
      const bytes = tokenBytes(id);
      try {
        return { id, piece: utf8.decode(bytes) };
      } catch {
        return { id, piece: [...bytes] }; // a part of a character
      }
    }),
  });
}
