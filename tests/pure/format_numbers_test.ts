import assert from "node:assert/strict";
import { Rational } from "../../lib/base/rational.ts";
import {
  formatDate,
  formatNumber,
  formatPrinted,
  type Language,
  languages,
} from "../../lib/present/format.ts";
import { formatPrintedQuantity, formatQuantity, unitName } from "../../lib/present/format_unit.ts";
import { seededRandom } from "../../lib/base/random.ts";
import rounding from "../cases/F-MET-07/expected.json" with { type: "json" };
import locales from "../cases/F-NBK-10/expected.json" with { type: "json" };
import rates from "../cases/F-MET-04/expected.json" with { type: "json" };
import rounds from "../cases/F-MET-04/rounds.json" with { type: "json" };
import localeValues from "../cases/F-NBK-10/values.json" with { type: "json" };

Deno.test("two decimals are half up on the decimal digits, never minus zero (F-MET-07)", () => {
  const { values, half_up_decimal: expected, never } = rounding.expect;
  const printed = values.map((value) => Rational.of(value).toDecimal(2));
  assert.deepEqual(printed, expected);
  assert(!printed.includes(never));
});

Deno.test("two averages of one run keep their decimals: 171.22 and 171.90 (F-MET-04)", () => {
  const whole = (value: number) => Rational.of(value);
  const parts = rounds.map((round) => ({
    tokens: whole(round.tokens),
    seconds: whole(round.end_ms - round.sent_ms).over(whole(1000)),
  }));
  const sum = (values: Rational[]) => values.reduce((total, value) => total.plus(value));
  const mean = sum(parts.map(({ tokens, seconds }) => tokens.over(seconds))).over(whole(3));
  const union = sum(parts.map(({ tokens }) => tokens))
    .over(sum(parts.map(({ seconds }) => seconds)));
  assert.equal(formatNumber(mean, 2, "en"), rates.expect.mean_of_round_rates_2dp);
  assert.equal(formatNumber(union, 2, "en"), rates.expect.tokens_over_union_2dp);
  assert.equal(formatNumber(rates.expect.tokens_over_union, 2, "en"), "171.90");
});

Deno.test("numbers follow the language's marks (F-NBK-10)", () => {
  const expect = locales.expect as unknown as Record<string, string[]>;
  const tags: Record<Language, string> = { pl: "pl-PL", de: "de-DE", en: "en-US" };
  for (const language of languages) {
    assert.deepEqual(
      localeValues.map((value) => formatNumber(value, 2, language)),
      expect[tags[language]],
    );
  }
  assert.equal(
    formatQuantity(171.9, 2, "tok/s", "pl"),
    locales.expect.no_break_space_between_number_and_unit,
  );
});

Deno.test("the three languages agree with the runtime's own formatting, but for minus", () => {
  const random = seededRandom(11);
  for (let at = 0; at < 600; at++) {
    const value = Math.round((random() - 0.5) * 10 ** Math.floor(random() * 12)) / 1000;
    for (const language of languages) {
      const own = new Intl.NumberFormat(language, {
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        signDisplay: "negative",
      }).format(value);
      assert.equal(formatNumber(value, 2, language), own.replace("-", "\u2212"), `${value}`);
    }
  }
});

Deno.test("a printed string keeps each of its digits", () => {
  for (const printed of ["0.70", "171.22", "22.0", "313.0", "1234567.0", "-0.50", "12"]) {
    for (const language of languages) {
      const digits = (text: string) => text.replace(/\D/g, "");
      assert.equal(digits(formatPrinted(printed, language)), digits(printed));
    }
  }
  assert.equal(formatPrinted("0.70", "pl"), "0,70");
  assert.equal(formatPrinted("-12345.60", "de"), "\u221212.345,60");
  for (const wrong of ["1,5", "1.", ".5", "1e3", "NaN", "", " 1"]) {
    assert.throws(() => formatPrinted(wrong, "en"), RangeError, wrong);
  }
});

Deno.test("a number that does not exist is a dash, and NaN is refused", () => {
  assert.equal(formatNumber(null, 1, "en"), "\u2013");
  assert.equal(formatQuantity(null, 1, "s", "en"), "\u2013");
  for (const wrong of [NaN, Infinity, -Infinity]) {
    assert.throws(() => formatNumber(wrong, 1, "en"), RangeError);
  }
  assert.equal(formatNumber(1e21, 0, "en"), "1,000,000,000,000,000,000,000");
  assert.equal(formatNumber(1.5e-7, 8, "de"), "0,00000015");
});

Deno.test("units stand in the reader's grammar", () => {
  const polish = (printed: string) =>
    formatPrintedQuantity(printed, "tokens", "pl").split("\u00a0").at(-1);
  assert.deepEqual(
    ["1", "2", "4", "5", "11", "12", "14", "22", "25", "112", "122", "0", "1.0", "171.22"]
      .map(polish),
    [
      "token",
      "tokeny",
      "tokeny",
      "tokenów",
      "tokenów",
      "tokenów",
      "tokenów",
      "tokeny",
      "tokenów",
      "tokenów",
      "tokeny",
      "tokenów",
      "tokena",
      "tokena",
    ],
  );
  assert.equal(formatQuantity(171.218029, 2, "tokens/s", "pl"), "171,22\u00a0tokena/s");
  assert.equal(formatPrintedQuantity("1", "tokens/s", "de"), "1\u00a0Token/s");
  assert.equal(formatPrintedQuantity("1.0", "tokens/s", "en"), "1.0\u00a0tokens/s");
  assert.deepEqual(languages.map((language) => formatPrintedQuantity("34.9", "%", language)), [
    "34.9%",
    "34,9\u00a0%",
    "34,9%",
  ]);
  assert.equal(unitName("tokens/s", "pl"), "tokeny/s");
});

Deno.test("dates are ISO in every language, in UTC", () => {
  assert.equal(formatDate("2026-03-01T00:30:00.000+02:00"), "2026-02-28");
  assert.equal(formatDate("2026-02-28T22:30:00.000Z", "minute"), "2026-02-28 22:30 UTC");
});

Deno.test("fractions are exact and rounded as told", () => {
  const third = Rational.of(1).over(Rational.of(3));
  assert.equal(third.times(Rational.of(3)).compare(Rational.of(1)), 0);
  assert.deepEqual(
    (["half-up", "floor", "ceiling"] as const).map((rule) => third.toDecimal(2, rule)),
    ["0.33", "0.33", "0.34"],
  );
  const minus = Rational.of("-0.125");
  assert.deepEqual(
    (["half-up", "floor", "ceiling"] as const).map((rule) => minus.toDecimal(2, rule)),
    ["-0.13", "-0.13", "-0.12"],
  );
  assert.equal(Rational.of("-0.001").toDecimal(2, "ceiling"), "0.00");
  assert.throws(() => Rational.of(1).over(Rational.of(0)), RangeError);
});
