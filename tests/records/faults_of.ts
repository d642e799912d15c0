import assert from "node:assert/strict";
import { verifyFolder } from "../../lib/archive/verify.ts";
import type { Fault } from "../../lib/archive/fault.ts";

/** What is wrong with the one bag in a folder. */
export async function faultsOf(folder: string): Promise<Fault[]> {
  const verdicts = await Array.fromAsync(verifyFolder(folder));
  assert.equal(verdicts.length, 1);
  return verdicts[0].faults;
}
