import assert from "node:assert/strict";

/** Asserts that two numbers agree to a relative 1e-6, or to the tolerance. */
export function assertNear(actual: number | null, expected: number, tolerance = 1e-6): void {
  assert(
    actual !== null && Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
    `${actual} is not near ${expected}`,
  );
}
