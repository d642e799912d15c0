import { filterPrivate, machineNames, type PrivateNames } from "../record/privacy.ts";

/** What must not leave this machine with an attachment. */
export interface Secrets {
  names: PrivateNames;
  /** Values of the environment. */
  values: readonly string[];
}

/** Words that tell of a secret: at the end of a word in a variable's name, or as one of its own. */
const last = "keys?|tokens?|secrets?|passwords?|passwd|credentials?|cookies?";
const own = "pass(?:phrase)?|pat|auth|creds?|private";
/** An environment variable of this name holds a secret, however short. `AUTHOR` is none. */
const credential = new RegExp(`(?<![a-z0-9])(?:[a-z0-9]*(?:${last})|${own})(?![a-z0-9])`, "i");
/** A value that is one word or number stands in every text, so it cannot be looked for. */
const everyday = /^(?:[a-z]{1,11}|[\d.]{1,15})$/i;

/** Keys as services and tools write them, whatever machine they come from. */
const keys = [
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}/g, // OpenAI, Anthropic, Stripe
  /\bhf_[A-Za-z0-9]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+/g, // JSON Web Tokens
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=\w:\/\/)[^\s\/@:]+:[^\s\/@]+(?=@)/g, // user:password@host
  /(?<=\bBearer\s)[\w.~+\/-]{8,}=*/g,
];

/**
 * The names and values of this machine. Names of two letters, and short values that are no secret,
 * are words of every text.
 *
 * @param environment Names and values of the variables; those of this process unless given.
 */
export function machineSecrets(
  environment: Record<string, string> = Deno.env.toObject(),
): Secrets {
  const { users, hosts, folders } = machineNames();
  const telling = (name: string) => name.length > 2;
  const values = Object.entries(environment)
    .filter(([name, value]) => value.length >= (credential.test(name) ? 6 : 16))
    .map(([, value]) => value).filter((value) => !everyday.test(value));
  return { names: { users: users.filter(telling), hosts: hosts.filter(telling), folders }, values };
}

/**
 * Takes out of a text, or of all the texts of a JSON value, what names a user, a host or a folder of
 * this machine, keys, and values of the environment.
 */
export function withoutSecrets<T>(value: T, secrets: Secrets): T {
  return filterPrivate(deepMap(value, (text) => filterKeys(text, secrets)) as T, secrets.names);
}

/** Where a path begins: not inside a longer one or a URL, but after an escape of JSON or colours. */
const escaped = String.raw`(?<=\\[bfnrt]|\[[\d;]*m)`;
const home = new RegExp(
  String.raw`(?:(?<![\w.~/-])|${escaped})(?:/(?:home|Users)/|[A-Za-z]:\\Users\\)([\w.-]+)[\\/]`,
);

/**
 * The first thing in a text that may not leave the machine, told without its value; null when there
 * is none. Only what is sure is looked for: any path may be a route in somebody's code.
 */
export function findSecret(text: string, secrets: Secrets): string | null {
  if (keys.some((pattern) => text.search(pattern) >= 0)) return "a key or password";
  if (secrets.values.some((value) => text.includes(value))) return "a value of the environment";
  const { folders, users, hosts } = secrets.names;
  const paths = folders.filter((folder) => folder.length > 1).map((one) => RegExp.escape(one));
  const folder = new RegExp(String.raw`(?:(?<![\w.-])|${escaped})(?:${paths.join("|")})/`);
  if (paths.length > 0 && folder.test(text)) return "a folder of this machine";
  const owner = home.exec(text)?.[1];
  if (owner && !/^(?:me|you|user|jane|runner|\.\.\.)$/.test(owner)) return "a home folder";
  // a name alone is looked for by the filter of records, which knows the ones that tell nothing
  const words = { users, hosts, folders: [] };
  const marks = (one: string) => one.split(/<user>|<host>/).length;
  return marks(filterPrivate(text, words)) > marks(text) ? "a user or host name" : null;
}

function filterKeys(text: string, { values }: Secrets): string {
  const clean = keys.reduce((rest, pattern) => rest.replace(pattern, "<key>"), text);
  return values.toSorted((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, "<environment>"), clean);
}

function deepMap(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => deepMap(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), deepMap(item, change)]),
  );
}
