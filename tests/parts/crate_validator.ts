import { join } from "node:path";
import { pythonOrSkip } from "./python.ts";

/** A Python with the RO-Crate validator; null where it cannot be had, as `pythonOrSkip` says. */
export async function crateValidatorOrSkip(): Promise<string | null> {
  const part = await pythonOrSkip(["roc-validator==0.13.0"]);
  return part.ready ? join(part.bin, "python") : null;
}
