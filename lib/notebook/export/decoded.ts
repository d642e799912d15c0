/** A part of an address in letters; one with a percent sign that encodes nothing stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
