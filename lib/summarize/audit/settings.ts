import type { Publication } from "../../record/published.ts";
import { type Check, exactCheck, grouped, undecided } from "./check.ts";

/** The context of all slots, what a slot must hold, and slots enough for the requests. */
export function checkSettings({ server, design, soak }: Publication): Check[] {
  const subject = "settings";
  const total = "total context = slots x context of a slot";
  const fits = "prompt + output fit a slot";
  const enough = "a slot for each request";
  const { slots = null, contextPerSlotTokens: each = null, contextTotalTokens: all = null } =
    server ?? {};
  const longest = Math.max(...design.promptTokens, soak?.promptTokens ?? 0);
  const most = Math.max(...design.concurrency, soak?.concurrency ?? 0);
  const needed = longest + design.outputTokens;
  return [
    slots === null || each === null || all === null
      ? undecided(
        total,
        subject,
        slots === null || each === null
          ? "Slots and their context are not stated."
          : `${slots} × ${grouped(each)} = ${grouped(slots * each)} tokens; no total is stated.`,
      )
      : exactCheck(
        total,
        subject,
        slots * each === all,
        `${slots} × ${grouped(each)} = ${grouped(slots * each)}; ${grouped(all)} printed.`,
      ),
    each === null ? undecided(fits, subject, "The context of a slot is not stated.") : exactCheck(
      fits,
      subject,
      needed <= each,
      `${grouped(longest)} + ${grouped(design.outputTokens)} = ${grouped(needed)} tokens; a slot ` +
        `has ${grouped(each)}.`,
    ),
    slots === null
      ? undecided(enough, subject, "The slots are not stated.")
      : exactCheck(enough, subject, most <= slots, `${most} requests, ${slots} slots.`),
  ];
}
