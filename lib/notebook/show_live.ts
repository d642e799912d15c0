import { type Clock, systemClock } from "../base/clock.ts";
import { bundleOf, type ShowOptions } from "./show_bundle.ts";
import { type FrontEnd, frontEnd } from "./show_front.ts";

/** A shown value that can be replaced where it stands. */
export interface LiveDisplay {
  /** Replaces the value. Within the interval after the last message it is kept back, not lost. */
  update(value: unknown, options?: ShowOptions): Promise<void>;
  /** Shows the last value, given here or before, and lets it arrive. */
  end(value?: unknown, options?: ShowOptions): Promise<void>;
}

/**
 * Shows a value that later calls replace, such as the progress of a run: `const progress = await
 * live("starting")`, `await progress.update("3 of 12")`, `await progress.end("done")`. Outside a
 * notebook each text that differs from the one before is printed as a line.
 *
 * @param value What to show first.
 * @param options `intervalMs` is the least time between two messages.
 */
export async function live(
  value: unknown,
  options: { intervalMs?: number; clock?: Clock; front?: FrontEnd } = {},
): Promise<LiveDisplay> {
  const { intervalMs = 100, clock = systemClock(), front = frontEnd() } = options;
  const id = crypto.randomUUID();
  let sentNs = clock.nowNs();
  let waiting: [unknown, ShowOptions?] | null = null;
  let shown = "";
  const send = async (next: [unknown, ShowOptions?]) => {
    waiting = null;
    sentNs = clock.nowNs();
    const bundle = await bundleOf(...next);
    const text = JSON.stringify(bundle);
    if (text === shown) return;
    shown = text;
    await front.update(bundle, id);
  };
  const first = await bundleOf(value);
  shown = JSON.stringify(first);
  await front.display(first, id);
  return {
    update: async (...next) => {
      if (clock.nowNs() - sentNs < intervalMs * 1e6) waiting = next;
      else await send(next);
    },
    end: async (...next) => {
      const last = next.length > 0 ? next as [unknown, ShowOptions?] : waiting;
      if (last) await send(last);
      await front.settle();
    },
  };
}
