import { UserError } from "../base/errors.ts";
import type { MimeBundle } from "./show_bundle.ts";

/** Where shown values go. */
export interface FrontEnd {
  /** Shows a bundle; with an id, {@linkcode FrontEnd.update} can replace it. */
  display(bundle: MimeBundle, id?: string): Promise<void>;
  /** Replaces what was shown under the id, wherever it stands. */
  update(bundle: MimeBundle, id: string): Promise<void>;
  /** Resolves when what was shown so far has left, so that a cell may end. */
  settle(): Promise<void>;
}

/** What the kernel offers for messages; `Deno.jupyter` has it. */
export type Broadcast = (type: string, content: Record<string, unknown>) => Promise<void>;

/**
 * The largest output in bytes of JSON. The kernel can break a message of some megabytes into its
 * neighbours, after which nothing of the notebook is read any more.
 */
export const outputLimitBytes = 2_000_000;

/**
 * The kernel says that a cell has ended by another way than its outputs take, and front ends drop
 * an output that comes after the end. 5 ms was enough in 1,200 cells of 1,200 on an idle host, 10 ms
 * too short for one of 150 on a loaded one.
 */
const SETTLE_MS = 50;

/** The notebook that this code runs in, or else the terminal. */
export function frontEnd(): FrontEnd {
  let jupyter: typeof Deno.jupyter;
  try {
    jupyter = Deno.jupyter;
  } catch {
    return terminal((text) => console.log(text)); // `Deno.jupyter` throws outside a kernel
  }
  return kernel((type, content) => jupyter.broadcast(type, content));
}

/** A notebook's kernel. */
export function kernel(broadcast: Broadcast): FrontEnd {
  const send = (type: string, { data, metadata }: MimeBundle, id?: string) => {
    const content = { data, metadata, transient: id === undefined ? {} : { display_id: id } };
    const bytes = new TextEncoder().encode(JSON.stringify(content)).length;
    if (bytes >= outputLimitBytes) {
      throw new UserError(
        `Cannot show this value: its output has ${(bytes / 1e6).toFixed(1)} MB, and the Deno ` +
          "kernel carries outputs below 2 MB",
        { advice: "Show a part of it, or write it to a file." },
      );
    }
    return broadcast(type, content);
  };
  return {
    display: async (bundle, id) => await send("display_data", bundle, id),
    update: async (bundle, id) => await send("update_display_data", bundle, id),
    settle: () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
  };
}

/** A terminal or a file: the text form, and each update as one more text. */
export function terminal(print: (text: string) => void): FrontEnd {
  const text = ({ data }: MimeBundle) => print(String(data["text/plain"] ?? ""));
  return {
    display: (bundle) => Promise.resolve(text(bundle)),
    update: (bundle) => Promise.resolve(text(bundle)),
    settle: () => Promise.resolve(),
  };
}
