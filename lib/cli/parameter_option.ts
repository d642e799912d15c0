import { InvalidArgumentError } from "commander";

/** Gathers `name=value` of an option that may be repeated, such as `-p rounds=3`. */
export function parameterOption(
  text: string,
  all: Record<string, string> = {},
): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError("It must be name=value.");
  return { ...all, [name.trim()]: value };
}
