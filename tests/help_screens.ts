import type { Command } from "commander";
import { commandLine } from "../lib/cli.ts";

/** A command's help as a terminal of 80 columns shows it. */
export interface HelpScreen {
  /** The words that call it: `corebook nb run`. */
  name: string;
  /** Whether it does something itself, and is no group of commands. */
  isVerb: boolean;
  text: string;
  /** The command lines of its examples, `corebook` and what follows. */
  examples: string[];
}

/** The help of the program, of each verb and of each verb of a verb. */
export function helpScreens(): HelpScreen[] {
  return screensOf(commandLine(), "");
}

function screensOf(command: Command, before: string): HelpScreen[] {
  const name = `${before} ${command.name()}`.trim();
  let text = "";
  command.configureOutput({ getOutHelpWidth: () => 80, writeOut: (part) => text += part });
  command.outputHelp();
  const examples = [...text.matchAll(/^ {2}(corebook .*)$/gm)]
    .map(([, line]) => line.replace(/ {2,}\(.*\)$/, ""));
  const own = { name, isVerb: command.commands.length === 0, text, examples };
  return [own, ...command.commands.flatMap((verb) => screensOf(verb, name))];
}

/** The words of a command line as a shell cuts them; what is sent to a file is left out. */
export function wordsOf(line: string): string[] {
  return [...line.replace(/ > \S+$/, "").matchAll(/"([^"]*)"|\S+/g)]
    .map(([word, quoted]) => quoted ?? word).slice(1);
}
