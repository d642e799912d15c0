import type { ServerSettings } from "../record/plan.ts";
import { filterPrivate, machineNames, type PrivateNames } from "../record/privacy.ts";
import type { Engine, Server } from "../record/record.ts";
import type { ServerFacts } from "./read_back.ts";
import { checkSettings } from "./settings.ts";

/** A server that answers, started by us or running before, with all that it told. */
export interface EngineServer {
  /** Such as `http://127.0.0.1:9931`, without a slash at its end. */
  url: string;
  /** Program and build, as the server itself says. */
  engine: Engine;
  /** As a record keeps it: flags, what was read back, checks; free of anything private. */
  description: Server;
  /** Models by the names that requests use. They may hold paths: not for a record. */
  models: string[];
  /** Resolves with a sentence when its process ends; never for a server that was running before. */
  exited: Promise<string>;
  /** Its log so far, free of anything private; null when it is not ours to read. */
  log(): string | null;
  /** Ends it and resolves when it is gone; leaves a server that was running before alone. */
  stop(): Promise<void>;
}

/** Puts what a server told into the form of a record. */
export function describeServer(
  told: {
    model: string;
    settings: ServerSettings;
    facts: ServerFacts;
    flags: readonly string[];
    environment: Record<string, string>;
    startedNs: number | null;
    readyNs: number | null;
  },
  names: PrivateNames = machineNames(),
): Server {
  const { model, settings, facts, startedNs, readyNs } = told;
  return {
    model,
    flags: filterPrivate([...told.flags], names),
    environment: filterPrivate(told.environment, names),
    checks: checkSettings(settings, facts),
    props: filterPrivate(facts.props, names),
    startedNs,
    readyNs,
  };
}
