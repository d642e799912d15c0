/** Size of names and legends in a plot, in pixels. */
export const labelSize = 12;

/**
 * About how wide a text is in pixels, with the widest of the fonts that a figure may get: enough to
 * keep names apart, since no font can be measured where a figure is drawn.
 */
export function textWidth(text: string, weight: "plain" | "bold" = "plain"): number {
  let em = 0;
  for (const letter of text) {
    em += /[iljtfrI.,:;'|!()\s-]/.test(letter)
      ? 0.36
      : /[mwMW]/.test(letter)
      ? 0.95
      : /[A-Z×]/.test(letter)
      ? 0.72
      : 0.62;
  }
  return em * labelSize * (weight === "bold" ? 1.1 : 1);
}
