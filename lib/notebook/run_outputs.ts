import { UserError } from "../base/errors.ts";
import type { CodeCell, Output } from "./ipynb.ts";
import type { OutputMessage } from "./kernel/kernel.ts";
import { joinTexts } from "./mime_bundle.ts";
import { z } from "zod";

const anything = z.record(z.string(), z.unknown());
const display = z.object({
  data: anything.transform(joinTexts),
  metadata: anything.default({}),
  transient: z.object({ display_id: z.string().optional() }).default({}),
});
const contents = {
  stream: z.object({ name: z.string(), text: z.string() }),
  display,
  result: display.extend({ execution_count: z.int().nullable() }),
  error: z.object({ ename: z.string(), evalue: z.string(), traceback: z.array(z.string()) }),
  clear: z.object({ wait: z.boolean().default(false) }),
};

/**
 * Turns the kernel's messages into outputs of cells, over a whole notebook, since a later cell may
 * update what an earlier one displayed.
 */
export class OutputCollector {
  readonly #shown = new Map<string, Extract<Output, { data: unknown }>[]>();
  readonly #clearNext = new WeakSet<CodeCell>();

  /**
   * Adds a message to a cell's outputs.
   *
   * @throws {UserError} When the message lacks what the Jupyter protocol asks of it, which a cell
   * can cause by `Deno.jupyter.broadcast`.
   */
  add(cell: CodeCell, message: OutputMessage): void {
    const { type } = message;
    if (type === "stream") {
      const { name, text } = read(contents.stream, message);
      this.#clearIfAsked(cell);
      const last = cell.outputs.at(-1);
      if (last?.output_type === "stream" && last.name === name) last.text += text;
      else cell.outputs.push({ output_type: "stream", name, text });
    } else if (type === "display_data") {
      const { data, metadata, transient } = read(contents.display, message);
      this.#show(cell, { output_type: type, data, metadata }, transient.display_id);
    } else if (type === "execute_result") {
      const { data, metadata, transient, execution_count } = read(contents.result, message);
      this.#show(
        cell,
        { output_type: type, execution_count, data, metadata },
        transient.display_id,
      );
    } else if (type === "update_display_data") {
      const { data, metadata, transient } = read(contents.display, message);
      for (const output of this.#shown.get(transient.display_id ?? "") ?? []) {
        output.data = data;
        output.metadata = metadata;
      }
    } else if (type === "clear_output") {
      if (read(contents.clear, message).wait) this.#clearNext.add(cell);
      else cell.outputs = [];
    } else if (type === "error") {
      const { ename, evalue, traceback } = read(contents.error, message);
      this.#clearIfAsked(cell);
      cell.outputs.push({ output_type: "error", ename, evalue, traceback });
    }
    // other types, such as comm_open, have no place in a notebook file
  }

  #show(
    cell: CodeCell,
    output: Extract<Output, { data: unknown }>,
    displayId: string | undefined,
  ): void {
    this.#clearIfAsked(cell);
    cell.outputs.push(output);
    if (displayId === undefined) return;
    this.#shown.set(displayId, [...this.#shown.get(displayId) ?? [], output]);
  }

  #clearIfAsked(cell: CodeCell): void {
    if (this.#clearNext.delete(cell)) cell.outputs = [];
  }
}

function read<T>(schema: z.ZodType<T>, message: OutputMessage): T {
  const result = schema.safeParse(message.content);
  if (result.success) return result.data;
  const [{ path, message: problem }] = result.error.issues;
  throw new UserError(
    `The cell sent a ${message.type} message whose ${path.join(".") || "content"} is wrong: ` +
      problem,
  );
}
