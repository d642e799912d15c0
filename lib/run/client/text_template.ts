const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Knows again an event that differs from an earlier one by its text alone, so that only the first of
 * many token events must be parsed. Exact: what stands before and behind the text is compared byte by
 * byte, and what stands between must be one JSON string, not empty.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { TextTemplate } from "./text_template.ts";
 *
 * const bytes = (text: string) => new TextEncoder().encode(text);
 * const template = new TextTemplate();
 * const first = bytes('{"n":1,"text":"a"}');
 * template.learn(first, 0, first.length, "text", "a");
 * const like = bytes('{"n":1,"text":"\\"b\\""}');
 * assert(template.matches(like, 0, like.length));
 * const other = bytes('{"n":2,"text":"b"}');
 * assert(!template.matches(other, 0, other.length));
 * ```
 */
export class TextTemplate {
  #before = new Uint8Array(0);
  #behind = new Uint8Array(0);

  /** Takes an event whose member `key` is known to be the string `text`. */
  learn(bytes: Uint8Array, from: number, to: number, key: string, text: string): void {
    const event = new TextDecoder().decode(bytes.subarray(from, to));
    const name = `"${key}":"`;
    const begin = event.indexOf(name) + name.length;
    const raw = JSON.stringify(text).slice(1, -1);
    // only where the server escapes as JSON.stringify does is it certain where the text ends
    if (begin < name.length || !event.startsWith(`${raw}"`, begin)) return;
    this.#before = new TextEncoder().encode(event.slice(0, begin));
    this.#behind = new TextEncoder().encode(event.slice(begin + raw.length));
  }

  matches(bytes: Uint8Array, from: number, to: number): boolean {
    const before = this.#before;
    const behind = this.#behind;
    const textFrom = from + before.length;
    const textTo = to - behind.length;
    if (before.length === 0 || textFrom >= textTo) return false;
    // the end first: it is where events of one stream differ
    for (let at = behind.length - 1; at >= 0; at--) {
      if (bytes[textTo + at] !== behind[at]) return false;
    }
    for (let at = 0; at < before.length; at++) {
      if (bytes[from + at] !== before[at]) return false;
    }
    for (let at = textFrom; at < textTo; at++) {
      if (bytes[at] === QUOTE) return false;
      if (bytes[at] === BACKSLASH && ++at === textTo) return false;
    }
    return true;
  }
}
