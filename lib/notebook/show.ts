import { bundleOf, type ShowOptions } from "./show_bundle.ts";
import { frontEnd } from "./show_front.ts";

/**
 * Shows a value in a notebook, whatever opens or executes it: tables and figures, DataFrames,
 * records and lists of records (as tables), DOM elements, texts, and `null`, `NaN`, `Infinity` and
 * bigints as what they are. A promise is awaited first. Outside a notebook it prints the text form.
 *
 * Use it instead of a last expression, whose result the Deno kernel may send too late:
 * `await show(table)`.
 *
 * @param options `alt` describes an image in words, `label` names the files of an exported figure;
 * both default to the value's own `alt` and `label`.
 * @throws {UserError} When the output is 2 MB or larger; nothing is shown then.
 *
 * @example
 * ```ts
 * import { show } from "./show.ts";
 *
 * await show([{ model: "tiny", ttftMs: 110.5 }, { model: "large", ttftMs: null }]);
 * ```
 */
export async function show(value: unknown, options: ShowOptions = {}): Promise<void> {
  const front = frontEnd();
  await front.display(await bundleOf(value, options));
  await front.settle();
}
