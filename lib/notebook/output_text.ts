import type { Output } from "./ipynb.ts";

// deno-lint-ignore no-control-regex
const escapes = /\u001b(\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(\u0007|\u001b\\))/g;

/** Text without the escape sequences that colour a terminal, and with `\r` lines overwritten. */
export function plainText(text: string): string {
  const plain = text.replace(escapes, "");
  if (!plain.includes("\r")) return plain;
  const lines = plain.replaceAll("\r\n", "\n").split("\n");
  return lines.map((line) => line.replace(/\r+$/, "").split("\r").at(-1)).join("\n");
}

/** The text of an error as the reader of a page needs it: its traceback, or name and value. */
export function errorText(output: Extract<Output, { output_type: "error" }>): string {
  const { ename, evalue, traceback } = output;
  const trace = plainText(traceback.join("\n")).trim();
  return trace || [ename, plainText(evalue)].filter(Boolean).join(": ");
}
