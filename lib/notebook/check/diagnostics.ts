/** One complaint of `deno check`. */
export interface Diagnostic {
  url: string;
  /** Counted from 1. */
  line: number;
  column: number;
  message: string;
  /** The module could not be loaded, so that nothing else was checked. */
  isFatal: boolean;
}

/**
 * Reads what `deno check` prints: a head with the code and the message, maybe the line of code with
 * marks under it, and the place. Related places, which are indented more, are left out.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseDiagnostics } from "./diagnostics.ts";
 *
 * const text = `TS2322 [ERROR]: Type 'string' is not assignable to type 'number'.
 * const x: number = "a";
 *       ^
 *     at file:///tmp/a.ts:1:7`;
 * assert.deepEqual(parseDiagnostics(text), [{
 *   url: "file:///tmp/a.ts",
 *   line: 1,
 *   column: 7,
 *   message: "Type 'string' is not assignable to type 'number'. (TS2322)",
 *   isFatal: false,
 * }]);
 * ```
 */
export function parseDiagnostics(stderr: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  let open: { code: string | null; lines: string[] } | null = null;
  for (const line of stderr.split("\n")) {
    const head = /^(?:(TS\d+) \[ERROR\]|error): (.*)$/.exec(line);
    if (head) {
      open = { code: head[1] ?? null, lines: [head[2]] };
      continue;
    }
    const place = /^ {4}at (\S+):(\d+):(\d+)$/.exec(line);
    if (!open || !place) {
      open?.lines.push(line);
      continue;
    }
    found.push({
      url: place[1],
      line: Number(place[2]),
      column: Number(place[3]),
      message: messageOf(open.lines) + (open.code === null ? "" : ` (${open.code})`),
      isFatal: open.code === null,
    });
    open = null;
  }
  return found;
}

/** Types can be pages long; their beginning tells what is wrong. */
const LONG = 400;

/** The message without the excerpt of code: the line above the marks, and a frame of bars. */
function messageOf(lines: readonly string[]): string {
  const marks = lines.findIndex((line) => /^\s*[\^~]+\s*$/.test(line));
  const own = marks < 0 ? lines : lines.slice(0, Math.max(1, marks - 1));
  const text = own.filter((line) => !/^\s*\d*\s*\|/.test(line)).map((line) => line.trim())
    .filter(Boolean).join(" ");
  return text.length > LONG ? `${text.slice(0, LONG - 1)}…` : text;
}
