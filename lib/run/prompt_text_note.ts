import { hashHex } from "../base/hash.ts";

/** How a record's note names the text that its prompts were made of: the plan only names its file. */
export function promptTextName(text: string): string {
  return `text with SHA-256 ${hashHex("sha256", text)}`;
}

/** Whether such a note, which ends with the name, speaks of this text. */
export function notesPromptText(message: string, text: string): boolean {
  return message.endsWith(hashHex("sha256", text));
}
