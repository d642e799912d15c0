import { filterPrivate, machineNames, type PrivateNames } from "../record/privacy.ts";

/** What must not leave this machine with an attachment. */
export interface Secrets {
  names: PrivateNames;
  /** Values of the environment. */
  values: readonly string[];
}

/** An environment variable of this name holds a secret, however short. */
const credential = /key|token|secret|pass|auth|cred|cookie|session|private/i;

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
 */
export function machineSecrets(): Secrets {
  const { users, hosts, folders } = machineNames();
  const telling = (name: string) => name.length > 2;
  const values = Object.entries(Deno.env.toObject())
    .filter(([name, value]) => value.length >= (credential.test(name) ? 6 : 16))
    .map(([, value]) => value);
  return { names: { users: users.filter(telling), hosts: hosts.filter(telling), folders }, values };
}

/**
 * Takes out of a text, or of all the texts of a JSON value, what names a user, a host or a folder of
 * this machine, keys, and values of the environment.
 */
export function withoutSecrets<T>(value: T, secrets: Secrets): T {
  return filterPrivate(deepMap(value, (text) => filterKeys(text, secrets)) as T, secrets.names);
}

/**
 * The first thing in a text that may not leave the machine, told without its value; null when there
 * is none. Only what is sure is looked for: any path may be a route in somebody's code.
 */
export function findSecret(text: string, secrets: Secrets): string | null {
  if (keys.some((pattern) => text.search(pattern) >= 0)) return "a key or password";
  if (secrets.values.some((value) => text.includes(value))) return "a value of the environment";
  const { folders, users, hosts } = secrets.names;
  const paths = folders.filter((folder) => folder.length > 1);
  if (paths.some((folder) => text.includes(`${folder}/`))) return "a folder of this machine";
  const home = /(?<![\w.~/-])(?:\/(?:home|Users)\/|[A-Za-z]:\\Users\\)([\w.-]+)[\\/]/.exec(text);
  if (home && !/^(?:me|you|user|jane|runner|\.\.\.)$/.test(home[1])) return "a home folder";
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
