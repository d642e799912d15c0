import { runCommand } from "../../lib/base/command.ts";

/** A program that a test needs of the machine. */
interface Program {
  name: string;
  /** What it is called with to see that it runs. */
  args: string[];
  /** The tests that need it. */
  tests: string;
}

/** npm, which installs the package. */
export const npm: Program = {
  name: "npm",
  args: ["--version"],
  tests: "tests that install the package",
};

/** Info-ZIP's unzip. */
export const unzip: Program = {
  name: "unzip",
  args: ["-v"],
  tests: "tests that unpack a ZIP with another tool",
};

/** Whether a program runs and ends well. */
export function answers(program: string, args: string[]): Promise<boolean> {
  return runCommand(program, args, { timeoutMs: 30_000 })
    .then(({ code }) => code === 0, () => false);
}

/**
 * Whether a program is there; where it is not, the tests are skipped loudly, and with
 * COREBOOK_NO_SKIP=1 that is an error.
 */
export async function programOrSkip({ name, args, tests }: Program): Promise<boolean> {
  if (await answers(name, args)) return true;
  const reason = `There is no ${name} (Debian: apt-get install ${name}).`;
  if (Deno.env.get("COREBOOK_NO_SKIP") === "1") throw new Error(reason);
  console.error(`SKIPPED: ${tests}. ${reason}`);
  return false;
}
