import { Command } from "commander";
import { notebookTools } from "./nb_tools.ts";

/** `nb`: everything for Deno notebooks. */
export function nbCommand(): Command {
  const nb = new Command("nb").description("Run, check, format, verify and export Deno notebooks");
  for (const tool of notebookTools()) nb.addCommand(tool);
  return nb;
}
