import canonicalize from "canonicalize";
import { hashHex } from "./hash.ts";

/**
 * A JSON value in the one form that RFC 8785 (JCS) gives it: members sorted, no white space, numbers
 * as ECMAScript prints them. Two files that mean the same have the same canonical form.
 *
 * @throws {TypeError} When the value has no JSON form (a function, `undefined`, NaN).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { canonicalJson } from "./canonical_json.ts";
 *
 * assert(canonicalJson({ b: 1, a: [1.0] }) === '{"a":[1],"b":1}');
 * ```
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) {
    throw new TypeError("Cannot canonicalize a value that JSON does not have");
  }
  return text;
}

/** SHA-256 of the canonical form, in hexadecimal: the identity of a plan, whatever its layout. */
export function canonicalSha256(value: unknown): string {
  return hashHex("sha256", canonicalJson(value));
}
