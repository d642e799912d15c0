import { hashHex } from "../base/hash.ts";

/** What a record notes of the text that its prompts were made of: the plan only names its file. */
export function promptTextNote(model: string, tokens: readonly number[], text: string): string {
  return `${model} has ${tokens.length} tokens for the text with SHA-256 ${
    hashHex("sha256", text)
  }`;
}

/** Whether such a note speaks of this text. */
export function notesPromptText(message: string, text: string): boolean {
  return message.endsWith(hashHex("sha256", text));
}
