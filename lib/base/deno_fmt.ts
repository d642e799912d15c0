import { messageOf, UserError } from "./errors.ts";

/**
 * A text as `deno fmt` lays it out, by the settings of the `deno.json` that holds for a folder.
 *
 * @param extension What the text is, as the ending of a file: `md`, or `ipynb`, of which the code
 * and the Markdown are formatted; code that cannot be parsed stays as it is.
 * @throws {UserError} When it cannot be formatted.
 */
export async function denoFmt(text: string, extension: string, folder: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", extension, "-"],
    cwd: folder,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  // it may end before it has read everything
  const writing = new Blob([text]).stream().pipeTo(child.stdin).catch(messageOf);
  const [{ success, stdout, stderr }] = await Promise.all([child.output(), writing]);
  const decoder = new TextDecoder();
  if (success) return decoder.decode(stdout);
  throw new UserError(`Cannot format the ${extension} text: ${decoder.decode(stderr).trim()}`);
}
