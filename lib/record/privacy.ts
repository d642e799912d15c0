import { homedir, hostname, userInfo } from "node:os";

/** Names that must not stand in a record. */
export interface PrivateNames {
  users: readonly string[];
  hosts: readonly string[];
  /** Folders, removed wherever a path begins with them, whatever characters they hold. */
  folders: readonly string[];
}

/** Accounts and hosts of these names tell nothing about anyone, and the words occur in logs. */
const GENERIC = new Set(
  ("root admin administrator user users nobody guest runner ubuntu debian test localhost server " +
    "host core node app dev ci build builder worker docker vagrant jovyan codespace coder gpu cpu " +
    "model data llama corebook reader writer client analyst author bench").split(" "),
);

/** The names of this machine and of the user who runs the program. */
export function machineNames(): PrivateNames {
  const users = [userInfo().username, Deno.env.get("USER"), Deno.env.get("LOGNAME")];
  const host = hostname();
  return {
    users: users.filter((name) => name !== undefined),
    hosts: [host, host.split(".")[0]],
    folders: [homedir(), Deno.cwd()],
  };
}

/**
 * Takes out of a text or of all the texts of a JSON value what names a user, a host or a folder:
 * an absolute path becomes its last component, a name a word in angle brackets. URLs keep their
 * path; addresses of this machine itself stay.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { filterPrivate } from "./privacy.ts";
 *
 * const names = { users: ["jane"], hosts: ["box7"], folders: [] };
 * assert.equal(
 *   filterPrivate("jane@box7 loaded '/home/jane/my models/m.gguf'", names),
 *   "<user>@<host> loaded 'm.gguf'",
 * );
 * assert.deepEqual(filterPrivate({ path: "/srv/m.gguf", n: [4] }, names), { path: "m.gguf", n: [4] });
 * ```
 */
export function filterPrivate<T>(value: T, names: PrivateNames = machineNames()): T {
  return filterValue(value, filterFor(names)) as T;
}

function filterValue(value: unknown, filter: (text: string) => string): unknown {
  if (typeof value === "string") return filter(value);
  if (Array.isArray(value)) return value.map((item) => filterValue(item, filter));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [filter(name), filterValue(item, filter)]),
    );
  }
  return value;
}

/** One character of a path's component, where the path stands among other words. */
const COMPONENT = String.raw`[^\s'"\x60,;()<>|\[\]{}=\\/]`;
const ROOT = String.raw`(?:~?/|[A-Za-z]:[\\/]|\\\\|file:///?)`;
/** A text that is a path as a whole, or a path in quotes: it may hold spaces. */
const WHOLE_PATH = new RegExp(String.raw`^${ROOT}[^\n'"]*$`);
const QUOTED_PATH = new RegExp(String.raw`(['"\x60])(${ROOT}[^\n'"\x60]*[\\/][^\n'"\x60]*)\1`, "g");
/** A path of two components or more among other words; not the path of a URL. */
const BARE_PATH = new RegExp(
  String.raw`(?<![\w.~/\\:-])${ROOT}${COMPONENT}+(?:[\\/]+${COMPONENT}+)+[\\/]*|` +
    String.raw`(?<=\w:)/${COMPONENT}+(?:/+${COMPONENT}+)+/*`,
  "g",
);
const HOME = /^(?:file:\/\/)?(?:[A-Za-z]:)?[\\/]+(?:home|Users)[\\/]+[^\\/]+[\\/]*$/i;
const API_ROUTE = /^\/v\d+\//;
/** Not the time stamp at the beginning of a log line, which has leading zeros or stands first. */
const IPV4 =
  /(?<!^|[\w.])(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?![\w.]*\d)/gm;

function filterFor(names: PrivateNames): (text: string) => string {
  const folders = foldersPattern(names.folders);
  const users = wordsPattern(names.users);
  const hosts = wordsPattern(names.hosts);
  return (text) => {
    let out = text;
    if (WHOLE_PATH.test(out) && /[\\/]/.test(out.slice(1)) && !API_ROUTE.test(out)) {
      out = lastComponent(out);
    }
    out = out.replace(QUOTED_PATH, (_, quote, path) => `${quote}${lastComponent(path)}${quote}`);
    if (folders) {
      out = out.replace(folders, (_, rest) => lastComponent(rest) || "<folder>");
    }
    out = out
      .replace(BARE_PATH, (path) => API_ROUTE.test(path) ? path : lastComponent(path))
      .replace(/\bBearer\s+\S+/g, "Bearer <key>")
      .replace(IPV4, (ip) => ip.startsWith("127.") || ip === "0.0.0.0" ? ip : "<address>");
    if (users) out = out.replace(users, "<user>");
    if (hosts) out = out.replace(hosts, "<host>");
    return out;
  };
}

function lastComponent(path: string): string {
  if (HOME.test(path)) return "<folder>";
  return path.replace(/[\\/]+$/, "").split(/[\\/]/).at(-1)!;
}

/** Matches a path in one of the folders, and what follows the folder; null when there is none. */
function foldersPattern(folders: readonly string[]): RegExp | null {
  const telling = folders.filter((folder) => folder.length > 1);
  if (telling.length === 0) return null;
  const any = [...new Set(telling)].sort((a, b) => b.length - a.length)
    .map((folder) => RegExp.escape(folder)).join("|");
  return new RegExp(`(?<![\\w.-])(?:${any})(?![\\w.-])((?:[\\\\/]+${COMPONENT}*)*)`, "g");
}

/** Matches any of the names as a word of its own; null when none of them tells anything. */
function wordsPattern(names: readonly string[]): RegExp | null {
  const telling = names.filter((name) => name.length > 1 && !GENERIC.has(name.toLowerCase()));
  if (telling.length === 0) return null;
  const any = [...new Set(telling)].sort((a, b) => b.length - a.length)
    .map((name) => RegExp.escape(name)).join("|");
  return new RegExp(`(?<![A-Za-z0-9])(?:${any})(?![A-Za-z0-9])`, "gi");
}
