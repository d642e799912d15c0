import { messageOf, UserError } from "../base/errors.ts";
import type { FormatCode } from "./format.ts";

/**
 * Formats code and Markdown cells with `deno fmt`, by the settings of the `deno.json` that holds for
 * a folder. Code that cannot be parsed stays as it is.
 */
export function denoFormat(folder: string): FormatCode {
  return async (json) => {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["fmt", "--ext", "ipynb", "-"],
      cwd: folder,
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writing = new Blob([json]).stream().pipeTo(child.stdin).catch(messageOf);
    const [{ success, stdout, stderr }] = await Promise.all([child.output(), writing]);
    const text = new TextDecoder();
    if (!success) {
      throw new UserError(`Cannot format the notebook's code: ${text.decode(stderr).trim()}`);
    }
    return text.decode(stdout);
  };
}
