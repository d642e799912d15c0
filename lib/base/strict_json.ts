import { UserError } from "./errors.ts";

/** How {@linkcode parseStrictJson} reads. */
export interface StrictJsonOptions {
  /** Gives integers beyond 2^53 as `bigint` instead of refusing them; for other tools' files. */
  bigIntegers?: boolean;
}

/**
 * Parses JSON and refuses what `JSON.parse` takes with a silent loss, and says what is wrong where
 * `JSON.parse` is brief: NaN and Infinity as Python writes them, numbers too large for a double
 * (1e400), integers beyond 2^53, which would be rounded, and a member that is named twice.
 *
 * @param place Names the file and a line of the text, counted from 1, for the error's sentence.
 * @throws {UserError} On the first thing that is not plain JSON.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseStrictJson } from "./strict_json.ts";
 *
 * const read = (text: string) => parseStrictJson(text, (line) => `run.json:${line}`);
 * assert.deepEqual(read('{"note": "NaN is fine here"}'), { note: "NaN is fine here" });
 * assert.throws(() => read('{\n"rate": Infinity}'), /run\.json:2: .*Infinity is no JSON number/);
 * ```
 */
export function parseStrictJson(
  text: string,
  place: (line: number) => string,
  options: StrictJsonOptions = {},
): unknown {
  return lossless(text)?.value ?? new Parser(text, place, options.bigIntegers === true).whole();
}

/**
 * What `JSON.parse` makes of a text, many times faster, where nothing can have been lost: writing
 * the value again gives the same text, no integer may be beyond 2^53, and it is not nested too deep.
 * Null for any other text; a value of null, too, is read by the parser.
 */
function lossless(text: string): { value: unknown } | null {
  if (text.length > 65_536 || /[0-9]{16}/.test(text)) return null;
  if ((text.match(/[[{]/g)?.length ?? 0) > DEPTH) return null;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? { value } : null;
  } catch {
    return null;
  }
}

const SPACE = /[ \t\n\r]*/y;
// anything but control characters, '"' and '\'; written without a choice in the loop, which long
// strings would pay for with the stack
const STRING = /"[ !#-\[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[ !#-\[\]-\uffff]*)*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![0-9.A-Za-z])/y;
const WORD = /[-+]?[A-Za-z_]+/y;
const DEPTH = 200;

class Parser {
  #at = 0;
  #depth = 0;

  constructor(
    readonly text: string,
    readonly place: (line: number) => string,
    readonly bigIntegers: boolean,
  ) {}

  whole(): unknown {
    this.#match(SPACE);
    const value = this.#value();
    if (this.#at < this.text.length) this.#fail(`${this.#here()} follows the value`);
    return value;
  }

  #value(): unknown {
    const next = this.text[this.#at];
    let value: unknown;
    if (next === "{") value = this.#nested(() => this.#object());
    else if (next === "[") value = this.#counts() ?? this.#nested(() => this.#array());
    else if (next === '"') value = this.#string();
    else value = this.#number() ?? this.#word();
    this.#match(SPACE);
    return value;
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > DEPTH) this.#fail(`values are nested more than ${DEPTH} deep`);
    this.#at++;
    this.#match(SPACE);
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    if (this.#takes("}")) return object;
    do {
      this.#match(SPACE);
      if (this.text[this.#at] !== '"') this.#fail(`${this.#here()} stands where a name must`);
      const name = this.#string();
      if (Object.hasOwn(object, name)) this.#fail(`the member ${JSON.stringify(name)} comes twice`);
      this.#match(SPACE);
      if (!this.#takes(":")) this.#fail(`${this.#here()} stands where ':' must`);
      this.#match(SPACE);
      const value = this.#value();
      // an assignment to __proto__ would not make a member
      Object.defineProperty(object, name, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    } while (this.#takes(","));
    if (!this.#takes("}")) this.#fail(`${this.#here()} stands where ',' or '}' must`);
    return object;
  }

  #array(): unknown[] {
    const array: unknown[] = [];
    if (this.#takes("]")) return array;
    do {
      this.#match(SPACE);
      array.push(this.#value());
    } while (this.#takes(","));
    if (!this.#takes("]")) this.#fail(`${this.#here()} stands where ',' or ']' must`);
    return array;
  }

  /**
   * An array of nothing but whole numbers of up to 15 digits, which `JSON.parse` reads without loss
   * and many times faster; null for any other, which is read value by value.
   */
  #counts(): number[] | null {
    let end = this.#at + 1;
    for (let digits = 0; this.text[end] !== "]"; end++) {
      const code = this.text.charCodeAt(end);
      const isDigit = code >= 48 && code <= 57;
      if (isDigit ? ++digits > 15 : code !== 44) return null;
      if (!isDigit) digits = 0;
    }
    try {
      const counts: number[] = JSON.parse(this.text.slice(this.#at, end + 1));
      this.#at = end + 1;
      return counts;
    } catch {
      return null; // such as [1,] or [01]: reading it value by value says where
    }
  }

  #string(): string {
    const literal = this.#match(STRING) ??
      this.#fail("a string is cut short or holds a bad character");
    return literal.includes("\\") ? JSON.parse(literal) : literal.slice(1, -1);
  }

  #number(): number | bigint | null {
    const literal = this.#match(NUMBER);
    if (literal === null) return null;
    const value = Number(literal);
    if (!Number.isFinite(value)) this.#fail(`${literal} is too large for a number`);
    if (/^-?[0-9]+$/.test(literal) && !Number.isSafeInteger(value)) {
      if (this.bigIntegers) return BigInt(literal);
      this.#fail(`the integer ${literal} is beyond 2^53 and would be rounded`);
    }
    return value;
  }

  #word(): boolean | null {
    const from = this.#at;
    const word = this.#match(WORD);
    if (word === "true") return true;
    if (word === "false") return false;
    if (word === "null") return null;
    this.#at = from;
    if (word && /^[-+]?(nan|inf(inity)?)$/i.test(word)) this.#fail(`${word} is no JSON number`);
    this.#fail(`${word ?? this.#here()} stands where a value must`);
  }

  #takes(character: string): boolean {
    if (this.text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.#at = pattern.lastIndex;
    return found[0];
  }

  #here(): string {
    const character = this.text.codePointAt(this.#at);
    return character === undefined ? "the end" : JSON.stringify(String.fromCodePoint(character));
  }

  #fail(why: string): never {
    const line = this.text.slice(0, this.#at).split("\n").length;
    throw new UserError(`Cannot read ${this.place(line)}: not plain JSON: ${why}`);
  }
}
