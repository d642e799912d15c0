import { basename } from "node:path";
import { UserError } from "../base/errors.ts";
import type { PlannedModel } from "../record/plan.ts";
import type { ModelFile } from "../record/record.ts";
import { readGgufHeader } from "./gguf_header.ts";
import { hashModel } from "./split_model.ts";

/**
 * The facts of a model file for the record: size, SHA-256 and how its tensors are stored; of one that
 * is split, of all its parts.
 *
 * @param path The file, or the first part.
 * @throws {UserError} When it is no GGUF file, lacks a part, or is not the one that the plan names by
 * its SHA-256.
 */
export async function inspectModelFile(path: string, planned: PlannedModel): Promise<ModelFile> {
  const header = await readGgufHeader(path);
  const hashed = await hashModel(path);
  const { sha256 } = hashed;
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
    ...hashed,
    quantization: header.quantization ?? planned.quantization,
  };
}
