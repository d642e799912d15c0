/** What `llama-server --version` says of itself. */
export interface EngineVersion {
  /** Release, such as `0.7.0`; null in builds from before there were releases. */
  release: string | null;
  /** Number of the build, which only grows; null when the builder did not know it. */
  number: number | null;
  /** As `/props` has it in `build_info`, such as `b11669-Debian`; null when unknown. */
  build: string | null;
}

/**
 * Reads the output of `llama-server --version`, of both forms: `version: 0.7.0 (build 11669, commit
 * Debian)`, and before August 2026 `version: 4719 (1a2b3c4)`.
 *
 * @returns Null when the text is not llama-server's.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseEngineVersion } from "./engine_version.ts";
 *
 * assert.deepEqual(parseEngineVersion("version: 0.7.0 (build 11669, commit Debian)"), {
 *   release: "0.7.0",
 *   number: 11669,
 *   build: "b11669-Debian",
 * });
 * ```
 */
export function parseEngineVersion(output: string): EngineVersion | null {
  const released = /^version: (\S+) \(build (\d+), commit ([^)]*)\)/m.exec(output);
  const numbered = /^version: (\d+) \(([^)]*)\)/m.exec(output);
  const [release, digits, commit] = released
    ? released.slice(1)
    : numbered
    ? [null, numbered[1], numbered[2]]
    : [];
  if (digits === undefined) return null;
  const number = Number(digits);
  return number > 0
    ? { release: release!, number, build: `b${number}-${commit}` }
    : { release: release!, number: null, build: null };
}
