/**
 * Round numbers, one step apart, that enclose the values: the first is not above the least of them
 * and the last not below the greatest, so that each value lies between two labelled ticks.
 *
 * @param count About how many steps there may be; one more where the ends need it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { enclosingTicks } from "./ticks.ts";
 *
 * assert.deepEqual(enclosingTicks(0, 3.58, 5), [0, 1, 2, 3, 4]);
 * assert.deepEqual(enclosingTicks(335.5, 340, 3), [334, 336, 338, 340]);
 * ```
 */
export function enclosingTicks(least: number, most: number, count: number): number[] {
  const span = most - least || Math.abs(most) / 10 || 1;
  const step = roundNumber(span / count, Math.ceil);
  const first = Math.floor(least / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, at) => exact((first + at) * step));
}

/**
 * The same for a logarithmic axis: 1, 2 and 5 of each decade.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { enclosingLogTicks } from "./ticks.ts";
 *
 * assert.deepEqual(enclosingLogTicks(1.5, 50.9), [1, 2, 5, 10, 20, 50, 100]);
 * ```
 */
export function enclosingLogTicks(least: number, most: number): number[] {
  const ticks = [roundNumber(least, Math.floor)];
  do ticks.push(roundNumber(ticks.at(-1)! * 1.5, Math.ceil)); while (ticks.at(-1)! < most);
  return ticks;
}

/** The number of 1, 2, 5 times a power of ten that is next below or above. */
function roundNumber(value: number, towards: typeof Math.floor): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-12);
  const steps = [1, 2, 5, 10];
  const share = value / power;
  return exact(
    power *
      (towards === Math.ceil
        ? steps.find((step) => step >= share - 1e-9)!
        : steps.findLast((step) => step <= share + 1e-9)!),
  );
}

/** Without the last bits that a sum of steps leaves. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
