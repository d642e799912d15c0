import { Command } from "commander";
import { nbParamsCommand } from "./nb_params.ts";
import { nbRunCommand } from "./nb_run.ts";
import { notebookTools } from "./nb_tools.ts";

/** `nb`: everything for Deno notebooks. */
export function nbCommand(): Command {
  const nb = new Command("nb").description("Run, check, format, verify and export Deno notebooks");
  for (const command of [nbRunCommand(), nbParamsCommand(), ...notebookTools()]) {
    nb.addCommand(command);
  }
  return nb;
}
