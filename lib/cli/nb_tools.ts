import type { Command } from "commander";
import { nbCheckCommand } from "./nb_check.ts";
import { nbExportCommand } from "./nb_export.ts";
import { nbFmtCommand } from "./nb_fmt.ts";
import { nbFromTsCommand } from "./nb_from_ts.ts";
import { nbVerifyCommand } from "./nb_verify.ts";

/** The subcommands of `nb` that look at notebooks and write other forms of them. */
export function notebookTools(): Command[] {
  return [
    nbCheckCommand(),
    nbFmtCommand(),
    nbVerifyCommand(),
    nbExportCommand(),
    nbFromTsCommand(),
  ];
}
