import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { exists } from "../base/exists.ts";
import { parseShape } from "../base/json_file.ts";
import { readJson } from "../base/read_json.ts";
import { idSchema } from "../record/plan.ts";

/** A note that the data of a bag are wrong: it stands beside the bag, which is left as it is. */
const withdrawalSchema = z.strictObject({
  schema: z.literal("corebook.withdrawal"),
  version: z.literal(1),
  /** Name of the withdrawn bag's folder. */
  bag: idSchema,
  /** SHA-512 of the withdrawn bag's last list: which state of it was withdrawn. */
  tagmanifestSha512: z.string().regex(/^[0-9a-f]{128}$/, "must be 128 hexadecimal digits"),
  date: z.iso.date(),
  /** What is wrong, for readers. */
  reason: z.string().min(1),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

/** Name of the folder that withdraws a bag. */
export function withdrawalName(bag: string): string {
  return `${bag}.withdrawn`;
}

/** Reads the note in a folder. */
export async function readWithdrawal(folder: string): Promise<Withdrawal> {
  const path = join(folder, "data/withdrawal.json");
  return parseShape(withdrawalSchema, await readJson(path), path);
}

/** The note beside a bag that withdraws it; null when there is none. */
export async function withdrawalOf(folder: string): Promise<Withdrawal | null> {
  const path = resolve(folder);
  const note = join(dirname(path), withdrawalName(basename(path)));
  return await exists(note) ? await readWithdrawal(note) : null;
}
