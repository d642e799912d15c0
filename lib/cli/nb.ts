import { Command } from "commander";
import { nbDoctorCommand } from "./nb_doctor.ts";
import { nbKernelCommand } from "./nb_kernel.ts";
import { nbParamsCommand } from "./nb_params.ts";
import { nbRunCommand } from "./nb_run.ts";
import { notebookTools } from "./nb_tools.ts";

/** `nb`: everything for Deno notebooks. */
export function nbCommand(): Command {
  const nb = new Command("nb").description("Run, check, format, verify and export Deno notebooks");
  const commands = [
    nbRunCommand(),
    nbParamsCommand(),
    ...notebookTools(),
    nbKernelCommand(),
    nbDoctorCommand(),
  ];
  for (const command of commands) {
    nb.addCommand(command);
  }
  return nb;
}
