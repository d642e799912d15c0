import { z } from "zod";

/**
 * A figure as a publication prints it: its digits with a point for the decimal mark, kept as text so
 * that `0.70` keeps its zero. What it rounds is not known, only where it may lie.
 */
export const printedNumberSchema = z.string({
  error: 'must be the printed digits as text, such as "0.70", so that no zero is lost',
}).regex(/^-?\d+(\.\d+)?$/, "must be digits with a point, such as 171.22").brand<"printed">();
/**
 * Printed digits as text, such as "0.70".
 *
 * @ignore
 */
export type PrintedNumber = z.infer<typeof printedNumberSchema>;

/**
 * How many decimals are printed.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { decimalsOf, printedNumberSchema } from "./printed.ts";
 *
 * assert.equal(decimalsOf(printedNumberSchema.parse("0.70")), 2);
 * assert.throws(() => printedNumberSchema.parse(0.7));
 * ```
 */
export function decimalsOf(printed: PrintedNumber): number {
  return printed.split(".")[1]?.length ?? 0;
}
