/**
 * The values in ascending order, as a new array; the input is left alone. Minus zero becomes zero,
 * since it would print as a value of its own.
 *
 * @throws {TypeError} When a value is not a finite number.
 */
export function sortedFinite(values: Iterable<number>): number[] {
  const sorted = Float64Array.from(values);
  for (let at = 0; at < sorted.length; at++) {
    if (!Number.isFinite(sorted[at])) {
      throw new TypeError(`Cannot order values: number ${at} is ${sorted[at]}`);
    }
    sorted[at] += 0; // -0 + 0 is 0
  }
  return Array.from(sorted.sort());
}
