import type { Command } from "commander";

/** Why the words behind `corebook` are no call of it; null when they are one. */
export function commandFault(words: readonly string[], program: Command): string | null {
  let command = program;
  let given = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!word.startsWith("-")) {
      const verb = command.commands.find((each) => each.name() === word);
      if (verb) command = verb;
      else given++;
      continue;
    }
    if (word === "--help") continue;
    const option = command.options.find(({ long, short }) => long === word || short === word);
    if (!option) return `${command.name()} has no option ${word}`;
    if (option.required) at++;
    while (option.variadic && at + 1 < words.length && !words[at + 1].startsWith("-")) at++;
  }
  const takes = command.registeredArguments;
  if (command === program && given > 0) return `there is no verb ${words[0]}`;
  if (given > takes.length && !takes.at(-1)?.variadic) return `${command.name()} takes less`;
  const needs = takes.filter(({ required }) => required).length;
  return given < needs ? `${command.name()} wants more` : null;
}
