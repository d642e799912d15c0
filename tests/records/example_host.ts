import type { Host } from "../../lib/record/record.ts";

/** A machine that no test runs on. */
export const exampleHost: Host = {
  label: "example",
  cpu: null,
  cores: 2,
  memoryBytes: 2 ** 32,
  os: "none",
  kernel: null,
  architecture: "none",
  gpus: [],
};
