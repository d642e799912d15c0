import type { ServerSettings } from "../record/plan.ts";
import type { ServerHelp } from "./server_help.ts";

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** What a server said of itself; null where it said nothing or could not be asked. */
export interface ServerFacts {
  /** Answer to GET /props. */
  props: JsonObject | null;
  /** Answer to GET /slots. */
  slots: JsonObject[] | null;
  /** Answer to GET /metrics. */
  metrics: string | null;
  /** What it wrote until it was ready. */
  log: string | null;
  help: ServerHelp | null;
}

type Found = string | number | boolean | undefined;

/** A place where a setting can be read; `read` returns undefined when it is not said there. */
export interface ReadBack {
  source: string;
  read(facts: ServerFacts, settings: ServerSettings): Found;
}

/** Reads a member of `/props`. */
export function fromProps(member: string, read: (props: JsonObject) => Json | undefined): ReadBack {
  return {
    source: `/props ${member}`,
    read: ({ props }) => props ? scalar(read(props)) : undefined,
  };
}

/** Reads something of `/slots`. */
export function fromSlots(what: string, read: (slots: JsonObject[]) => Found): ReadBack {
  return { source: `/slots ${what}`, read: ({ slots }) => slots ? read(slots) : undefined };
}

/**
 * Reads the first group of the pattern's last match in the start-up log: a trial of other settings
 * comes before the ones that stay.
 */
export function fromLog(what: string, pattern: RegExp, parse: (word: string) => Found): ReadBack {
  const all = new RegExp(pattern, "g");
  return {
    source: `start-up log, ${what}`,
    read: ({ log }) => {
      const word = log === null ? undefined : [...log.matchAll(all)].at(-1)?.[1];
      return word === undefined ? undefined : parse(word);
    },
  };
}

/** A build that does not list the flag does not have the feature: it is off. */
export function fromHelp(flag: string): ReadBack {
  return {
    source: `--help without ${flag}`,
    read: ({ help }) => help && !help.has(flag) ? false : undefined,
  };
}

/** Whether the log is detailed enough for the lack of a line to mean something. */
export function traceLog(log: string | null): boolean {
  return log !== null && /llama_(context|init_from_model).*: n_batch /.test(log);
}

function scalar(value: Json | undefined): Found {
  return typeof value === "object" ? undefined : value;
}
