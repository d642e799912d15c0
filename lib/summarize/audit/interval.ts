import { Rational } from "../../base/rational.ts";
import { decimalsOf, type PrintedNumber } from "../../record/printed.ts";

/**
 * All the values that a printed figure may stand for, both ends in: which way a tie was rounded is
 * not known. Results of arithmetic enclose all values that their operands allow.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { printedNumberSchema } from "../../record/printed.ts";
 * import { Interval } from "./interval.ts";
 *
 * const printed = (digits: string) => Interval.ofPrinted(printedNumberSchema.parse(digits));
 * assert.deepEqual(printed("1.5").shown(3), { low: "1.450", high: "1.550" });
 * assert.deepEqual(printed("2").over(printed("1")).shown(2), { low: "1.00", high: "5.00" });
 * assert(printed("0.8").meets(printed("0.85"))); // 0.85 may be printed as 0.8
 * ```
 */
export class Interval {
  /** All values from `low` to `high`. @throws {RangeError} When `high` is below `low`. */
  constructor(readonly low: Rational, readonly high: Rational) {
    if (low.compare(high) > 0) throw new RangeError("Cannot make an interval: low is above high");
  }

  /** Half a unit of the last printed digit to both sides. */
  static ofPrinted(printed: PrintedNumber): Interval {
    const value = Rational.of(printed);
    const half = Rational.fraction(1n, 2n * 10n ** BigInt(decimalsOf(printed)));
    return new Interval(value.minus(half), value.plus(half));
  }

  /** The interval of one value. */
  static exactly(value: number | bigint): Interval {
    const exact = Rational.of(value);
    return new Interval(exact, exact);
  }

  /** Every difference of a value here and one there. */
  minus(other: Interval): Interval {
    return new Interval(this.low.minus(other.high), this.high.minus(other.low));
  }

  /** Every product of a value here and one there. */
  times(other: Interval): Interval {
    return this.#extremes(other, (a, b) => a.times(b));
  }

  /** Every quotient of a value here and one there. @throws {RangeError} When it may be zero there. */
  over(other: Interval): Interval {
    if (other.low.compare(zero) <= 0 && other.high.compare(zero) >= 0) {
      throw new RangeError("Cannot divide by an interval that holds zero");
    }
    return this.#extremes(other, (a, b) => a.over(b));
  }

  /** Whether some value is in both. */
  meets(other: Interval): boolean {
    return this.low.compare(other.high) <= 0 && other.low.compare(this.high) <= 0;
  }

  /** Whether all values of this are below all values of the other. */
  below(other: Interval): boolean {
    return this.high.compare(other.low) < 0;
  }

  /** Both ends as decimals, rounded outwards, so that what is shown encloses what is meant. */
  shown(decimals: number): { low: string; high: string } {
    return {
      low: this.low.toDecimal(decimals, "floor"),
      high: this.high.toDecimal(decimals, "ceiling"),
    };
  }

  #extremes(other: Interval, operation: (a: Rational, b: Rational) => Rational): Interval {
    const corners = [this.low, this.high].flatMap((a) =>
      [other.low, other.high].map((b) => operation(a, b))
    );
    corners.sort((a, b) => a.compare(b));
    return new Interval(corners[0], corners[corners.length - 1]);
  }
}

const zero = Rational.of(0);
