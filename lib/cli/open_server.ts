import type { Clock } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import { attachedModelName, checkAttachedModel } from "../engine/attached_model.ts";
import { attachServer } from "../engine/attach_server.ts";
import type { EngineProgram } from "../engine/engine_program.ts";
import type { EngineServer } from "../engine/engine_server.ts";
import { startServer } from "../engine/start_server.ts";
import type { Plan, PlannedModel } from "../record/plan.ts";
import type { CampaignTools } from "../run/campaign_tools.ts";
import type { Target } from "../run/client/request_spec.ts";
import type { ReadyServer } from "../run/server.ts";
import { serverRoutes } from "../run/server_routes.ts";
import { startSimulator } from "./start_simulator.ts";
import { untold, unverifiedSettings } from "./untold.ts";

/** A program to start with each model's file, a server that is running already, or the simulator. */
export type ServerSource =
  | { kind: "simulator"; profile: string; timeScale: number }
  | { kind: "program"; program: EngineProgram; modelFiles: Map<string, string> }
  | { kind: "url"; url: string; apiKey: string | null };

/**
 * Gives a campaign its servers: starts or attaches one, and refuses one whose settings, as read
 * back, are not the plan's.
 */
export function serverOpener(
  plan: Plan,
  source: ServerSource,
  { clock, log }: { clock: Clock; log: (line: string) => void },
): CampaignTools["openServer"] {
  return async (model, signal) => {
    const { server, name } = await open(model, signal);
    const different = server.description.checks.filter(({ verdict }) => verdict === "different");
    if (different.length > 0) {
      await server.stop();
      const list = different.map(({ setting, planned, found, source }) =>
        `${setting} is ${JSON.stringify(found)} (${source}), planned ${JSON.stringify(planned)}`
      );
      throw new UserError(`Cannot measure ${model.id}: ${list.join("; ")}.`, {
        advice: "Start the server with the plan's settings, or make a plan of the server's.",
      });
    }
    const target = { url: server.url, apiKey: source.kind === "url" ? source.apiKey : null };
    const ready = readyServer(server, { target, name }, Math.min(10, plan.limits.silenceSeconds));
    if (source.kind === "url") {
      for (const sentence of await untold(ready, plan)) log(sentence);
    } else if (source.kind === "program") {
      for (const sentence of unverifiedSettings(ready.facts)) log(sentence);
    }
    return ready;
  };

  /** The server, and the name by which requests call the model. */
  async function open(
    model: PlannedModel,
    signal: AbortSignal,
  ): Promise<{ server: EngineServer; name: string | null }> {
    const settings = plan.server;
    if (source.kind === "url") {
      const { url } = source;
      const apiKey = source.apiKey ?? undefined;
      const server = await attachServer({ url, model: model.id, settings, apiKey, signal });
      const name = attachedModelName(server.models, model);
      const { description } = server;
      description.checks.unshift(checkAttachedModel(description.props, name, model));
      return { server, name };
    }
    const server = await start(source, model, signal);
    return { server, name: server.models[0] ?? null };
  }

  function start(
    source: Exclude<ServerSource, { kind: "url" }>,
    model: PlannedModel,
    signal: AbortSignal,
  ): Promise<EngineServer> {
    const settings = plan.server;
    if (source.kind === "simulator") {
      const { profile, timeScale } = source;
      return startSimulator({ profile, timeScale, model: model.id, settings, clock, signal });
    }
    return startServer({
      program: source.program,
      model: model.id,
      modelFile: source.modelFiles.get(model.id)!,
      settings,
      clock,
      signal,
      startSeconds: plan.limits.startSeconds,
      log,
    });
  }
}

function readyServer(
  server: EngineServer,
  { target, name }: { target: Target; name: string | null },
  answerSeconds: number,
): ReadyServer {
  return {
    target,
    engine: server.engine,
    facts: server.description,
    routes: serverRoutes(target, { timeoutMs: answerSeconds * 1000, model: name }),
    modelName: name,
    exited: server.exited,
    log: () => Promise.resolve(server.log()),
    stop: () => server.stop(),
  };
}
