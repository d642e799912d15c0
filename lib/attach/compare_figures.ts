import type { Check } from "./verdict.ts";

/**
 * Holds the SVG of a figure against one that was drawn anew, token by token: every text that readers
 * see, and every number that places something.
 */
export function compareFigures(printed: string, made: string): Check[] {
  const [shown, drawn] = [tokens(printed), tokens(made)];
  const checks: Check[] = [];
  for (let at = 0; at < Math.max(shown.length, drawn.length); at++) {
    const [one, other] = [shown[at], drawn[at]];
    const equal = one?.text === other?.text && one?.place === other?.place;
    if (equal && !one.isFigure) continue;
    checks.push({
      verdict: equal ? "equal" : "different",
      place: (one ?? other).place,
      printed: one?.text ?? "nothing",
      recomputed: other?.text ?? null,
    });
    // after a token too many or too few, all that follows stands against the wrong one
    if (one?.place !== other?.place) break;
  }
  return checks;
}

interface Token {
  text: string;
  place: string;
  /** A text or a number, as opposed to the markup around it. */
  isFigure: boolean;
}

function tokens(svg: string): Token[] {
  const found: Token[] = [];
  for (const [, tag, text] of svg.matchAll(/<([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) {
      found.push({ text, place: "text", isFigure: text.trim() !== "" });
      continue;
    }
    const name = /^\/?[a-zA-Z]+/.exec(tag)?.[0] ?? "";
    for (const [part] of tag.matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?|[^\d-]+|-/g)) {
      found.push({ text: part, place: `element ${name}`, isFigure: /\d/.test(part) });
    }
  }
  return found;
}
