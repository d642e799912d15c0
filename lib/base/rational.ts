/** How a value between two decimals is printed: `half-up` sends a tie away from zero. */
export type Rounding = "half-up" | "floor" | "ceiling";

/**
 * An exact fraction of two whole numbers, in lowest terms. Printed decimals, counts and their
 * quotients are fractions, so that what is said about them holds to the last digit.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { Rational } from "./rational.ts";
 *
 * const gain = Rational.of("41.5").over(Rational.of("30.8")).minus(Rational.of(1));
 * assert.equal(gain.toDecimal(4), "0.3474");
 * assert.equal(Rational.of(1.005).toDecimal(2), "1.01"); // Number's toFixed says 1.00
 * assert.equal(Rational.of(-0.001).toDecimal(2), "0.00");
 * ```
 */
export class Rational {
  private constructor(
    readonly numerator: bigint,
    /** Positive. */
    readonly denominator: bigint,
  ) {}

  /**
   * The fraction of a whole number, of a decimal text such as `-0.25` or `1.5e-7`, or of a double,
   * which stands for the shortest decimal that names it (the one that ECMAScript prints).
   *
   * @throws {RangeError} When the value is no finite decimal.
   */
  static of(value: bigint | number | string): Rational {
    if (typeof value === "bigint") return new Rational(value, 1n);
    const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/.exec(String(value));
    if (match === null) throw new RangeError(`Cannot read "${value}" as a decimal`);
    const [, sign, whole, fraction = "", exponent = "0"] = match;
    const digits = BigInt(`${sign}${whole}${fraction}`);
    const shift = Number(exponent) - fraction.length;
    return shift >= 0
      ? new Rational(digits * 10n ** BigInt(shift), 1n)
      : Rational.fraction(digits, 10n ** BigInt(-shift));
  }

  /** Numerator over denominator. @throws {RangeError} When the denominator is zero. */
  static fraction(numerator: bigint, denominator: bigint): Rational {
    if (denominator === 0n) throw new RangeError("Cannot divide by zero");
    const sign = denominator < 0n ? -1n : 1n;
    const divisor = sign * commonDivisor(numerator, denominator);
    return new Rational(numerator / divisor, denominator / divisor);
  }

  /** The exact sum. */
  plus(other: Rational): Rational {
    return Rational.fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  /** The exact difference. */
  minus(other: Rational): Rational {
    return this.plus(new Rational(-other.numerator, other.denominator));
  }

  /** The exact product. */
  times(other: Rational): Rational {
    return Rational.fraction(
      this.numerator * other.numerator,
      this.denominator * other.denominator,
    );
  }

  /** The exact quotient. @throws {RangeError} When the other is zero. */
  over(other: Rational): Rational {
    return Rational.fraction(
      this.numerator * other.denominator,
      this.denominator * other.numerator,
    );
  }

  /** Negative, zero or positive, as this is below, equal to or above the other. */
  compare(other: Rational): number {
    const difference = this.minus(other).numerator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  /**
   * The decimal with so many digits after the point. Zero has no sign.
   *
   * @param decimals 0 or more.
   */
  toDecimal(decimals: number, rounding: Rounding = "half-up"): string {
    const scaled = this.numerator * 10n ** BigInt(decimals);
    const units = roundedQuotient(scaled, this.denominator, rounding);
    const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
    const sign = units < 0n ? "-" : "";
    if (decimals === 0) return sign + digits;
    return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  }
}

function roundedQuotient(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const towardsZero = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n) return towardsZero;
  const outwards = rest < 0n ? -1n : 1n;
  switch (rounding) {
    case "half-up":
      return 2n * rest * outwards >= denominator ? towardsZero + outwards : towardsZero;
    case "floor":
      return rest < 0n ? towardsZero - 1n : towardsZero;
    case "ceiling":
      return rest < 0n ? towardsZero : towardsZero + 1n;
  }
}

function commonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left < 0n ? -left : left, right < 0n ? -right : right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
