import type { Command } from "commander";

/** The subcommands of `nb` that work on a notebook without a kernel of their own making. */
export function notebookTools(): Command[] {
  return [];
}
