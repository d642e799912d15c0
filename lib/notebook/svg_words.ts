/** As much of an SVG element as is read, of whatever DOM made it. */
interface SvgLike {
  getAttribute(name: string): string | null;
  querySelector(selector: string): { textContent: string | null } | null;
}

/** What an SVG says of itself: its label, else its description, else its title; null for nothing. */
export function svgWords(svg: SvgLike): string | null {
  const told = [
    svg.getAttribute("aria-label"),
    svg.querySelector("desc")?.textContent,
    svg.querySelector("title")?.textContent,
  ];
  return told.map((text) => text?.trim()).find(Boolean) ?? null;
}
