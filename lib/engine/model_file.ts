import { basename } from "node:path";
import { UserError } from "../base/errors.ts";
import { hashFile } from "../base/hash.ts";
import type { PlannedModel } from "../record/plan.ts";
import type { ModelFile } from "../record/record.ts";
import { readGgufHeader } from "./gguf_header.ts";

/**
 * The facts of a model file for the record: size, SHA-256 and how its tensors are stored.
 *
 * @throws {UserError} When it is no GGUF file, or not the one that the plan names by its SHA-256.
 */
export async function inspectModelFile(path: string, planned: PlannedModel): Promise<ModelFile> {
  const header = await readGgufHeader(path);
  const { size } = await Deno.stat(path);
  const sha256 = await hashFile("sha256", path);
  if (planned.sha256 !== null && planned.sha256 !== sha256) {
    throw new UserError(
      `Cannot use ${basename(path)} as ${planned.id}: the plan wants the file with SHA-256 ` +
        `${planned.sha256}, and this one has ${sha256}.`,
      { advice: "Get the file that the plan names, or make a plan for this one." },
    );
  }
  return {
    id: planned.id,
    name: planned.name,
    file: basename(path),
    bytes: size,
    sha256,
    quantization: header.quantization ?? planned.quantization,
  };
}
