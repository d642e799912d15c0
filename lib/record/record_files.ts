import { join } from "node:path";

/** Where the parts of a record lie in its folder. */
export const recordFiles = {
  record: (folder: string): string => join(folder, "data", "record.json"),
  journal: (folder: string): string => join(folder, "data", "responses.jsonl"),
  packedJournal: (folder: string): string => join(folder, "data", "responses.jsonl.gz"),
  telemetry: (folder: string): string => join(folder, "data", "telemetry.jsonl"),
};
