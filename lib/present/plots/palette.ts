/** A colour on the light ground and its counterpart on the dark one. */
export interface SchemeColor {
  light: string;
  dark: string;
}

/**
 * Colours of series: hues of Okabe and Ito ("Color Universal Design", 2008), darker on the light
 * ground and lighter on the dark one, so that a name in its series' colour can be read on both (4.5:1
 * by WCAG 2.2) and neighbours stay apart for colour-blind readers. Each series also has a shape.
 */
export const palette: readonly SchemeColor[] = [
  { light: "#0072b2", dark: "#56b4e9" },
  { light: "#c24e00", dark: "#ff8c42" },
  { light: "#006b4f", dark: "#27c998" },
  { light: "#8f2f6f", dark: "#f0b3d8" },
  { light: "#4f3f00", dark: "#f0e442" },
  { light: "#4a3fb0", dark: "#9a8cff" },
];

/** What is neither side: waiting, undecided. */
export const neutral: SchemeColor = { light: "#767e8a", dark: "#9aa2ae" };

/** Text, axes and rules. */
export const ink: SchemeColor = { light: "#1c2430", dark: "#e6e9ee" };

/** What everything stands on; also the halo around a name that lies over a line. */
export const ground: SchemeColor = { light: "#ffffff", dark: "#14181f" };

/** The series' colours as marks name them; {@linkcode darkRules} gives them their counterparts. */
export const seriesColors = palette.map(({ light }) => light);

/** How much of its ground a dot that may lie over others hides. */
export const dotOpacity = 0.8;

/** The rules of a style sheet that turn the marks of a drawing to their colours on a dark ground. */
export function darkRules(): string {
  return [...palette, neutral, ground].flatMap(({ light, dark }) =>
    ["fill", "stroke"].map((part) => `.corebook [${part}="${light}"] { ${part}: ${dark}; }`)
  ).join(" ");
}
