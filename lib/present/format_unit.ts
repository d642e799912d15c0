import { Rational } from "../base/rational.ts";
import { formatPrinted, type Language, noBreakSpace, noValue } from "./format.ts";

/** Forms of a noun by the plural categories of Unicode's CLDR; `other` is the form of fractions. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const noun = (one: string, other: string): Forms => ({ one, other });
/** One, two to four, five and more, a fraction: token, tokeny, tokenów, tokena. */
const polish = (one: string, few: string, many: string, other: string): Forms => ({
  one,
  few,
  many,
  other,
});
const per = (forms: Forms, tail: string): Forms => ({
  ...Object.fromEntries(Object.entries(forms).map(([rule, form]) => [rule, form + tail])),
  other: forms.other + tail,
});

const token: Record<Language, Forms> = {
  en: noun("token", "tokens"),
  de: noun("Token", "Tokens"),
  pl: polish("token", "tokeny", "tokenów", "tokena"),
};

/** Units that are words. Any other unit is a symbol and is printed as it is: s, ms, GB, °C, W. */
const words: Record<string, Record<Language, Forms>> = {
  tokens: token,
  "tokens/s": {
    en: per(token.en, "/s"),
    de: per(token.de, "/s"),
    pl: per(token.pl, "/s"),
  },
  requests: {
    en: noun("request", "requests"),
    de: noun("Anfrage", "Anfragen"),
    pl: polish("zapytanie", "zapytania", "zapytań", "zapytania"),
  },
  responses: {
    en: noun("response", "responses"),
    de: noun("Antwort", "Antworten"),
    pl: polish("odpowiedź", "odpowiedzi", "odpowiedzi", "odpowiedzi"),
  },
  rounds: {
    en: noun("round", "rounds"),
    de: noun("Runde", "Runden"),
    pl: polish("runda", "rundy", "rund", "rundy"),
  },
  runs: {
    en: noun("run", "runs"),
    de: noun("Lauf", "Läufe"),
    pl: polish("przebieg", "przebiegi", "przebiegów", "przebiegu"),
  },
};

/**
 * A decimal text with its unit in the reader's grammar and a no-break space between them. The form
 * follows the digits that are shown: in Polish `1` takes token, `22` tokeny, `5` tokenów and `5,0`
 * tokena. A percent sign follows a German number after a space and the others without one.
 *
 * @param printed Digits with a point, such as `171.22`; none is gained or lost.
 * @param unit A word that is known here (`tokens`, `tokens/s`, `requests`, ...) or any symbol.
 * @throws {RangeError} When `printed` is no decimal.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatPrintedQuantity } from "./format_unit.ts";
 *
 * assert.equal(formatPrintedQuantity("171.22", "tokens/s", "pl"), "171,22\u00a0tokena/s");
 * assert.equal(formatPrintedQuantity("5", "tokens", "pl"), "5\u00a0tokenów");
 * assert.equal(formatPrintedQuantity("0.19", "s", "de"), "0,19\u00a0s");
 * ```
 */
export function formatPrintedQuantity(printed: string, unit: string, language: Language): string {
  const text = formatPrinted(printed, language);
  if (unit === "%") return language === "de" ? `${text}${noBreakSpace}%` : `${text}%`;
  const forms = words[unit]?.[language];
  const form = forms ? forms[pluralRule(printed, language)] ?? forms.other : unit;
  return text + noBreakSpace + form;
}

/** A computed number with its unit, rounded as `formatNumber` does; null gives a dash alone. */
export function formatQuantity(
  value: number | bigint | string | Rational | null,
  decimals: number,
  unit: string,
  language: Language,
): string {
  if (value === null) return noValue;
  const exact = value instanceof Rational ? value : Rational.of(value);
  return formatPrintedQuantity(exact.toDecimal(decimals), unit, language);
}

/** A unit by itself, as it stands in a table's head or on an axis: `tokens/s`, `tokeny/s`, `s`. */
export function unitName(unit: string, language: Language): string {
  const forms = words[unit]?.[language];
  return forms ? forms.few ?? forms.other : unit;
}

function pluralRule(digits: string, language: Language): Intl.LDMLPluralRule {
  const decimals = digits.split(".")[1]?.length ?? 0;
  const rules = new Intl.PluralRules(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return rules.select(Math.abs(Number(digits)));
}
