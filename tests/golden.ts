import assert from "node:assert/strict";
import { project } from "../lib/base/project.ts";

/**
 * Compares a text with the file of that name in tests/golden/. With `UPDATE_GOLDEN=1` the file is
 * written instead, to be looked at before it is committed.
 */
export async function assertGolden(name: string, actual: string): Promise<void> {
  const path = `${project.root}tests/golden/${name}`;
  if (Deno.env.get("UPDATE_GOLDEN") === "1") return await Deno.writeTextFile(path, actual);
  const expected = await Deno.readTextFile(path);
  assert(actual === expected, `${name} changed: look at it with UPDATE_GOLDEN=1 and git diff`);
}
