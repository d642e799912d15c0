/** An SVG as the address of an image, in which no script runs and nothing is loaded. */
export function svgAddress(svg: string): string {
  return `data:image/svg+xml;base64,${new TextEncoder().encode(svg).toBase64()}`;
}
