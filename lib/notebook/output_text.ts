import type { Output } from "../ipynb.ts";

/** Text without the escape sequences that colour a terminal, and with `\r` lines overwritten. */
export function plainText(text: string): string {
  return text
    // deno-lint-ignore no-control-regex
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007]*(\u0007|\u001b\\)/g, "")
    .replace(/\r\n/g, "\n")
    .replace(/[^\n]*\r(?=[^\n])/g, "");
}

/** The text of an error as the reader of a page needs it: its traceback, or name and value. */
export function errorText(output: Extract<Output, { output_type: "error" }>): string {
  const { ename, evalue, traceback } = output;
  const trace = plainText(traceback.join("\n")).trim();
  return trace || [ename, plainText(evalue)].filter(Boolean).join(": ");
}
