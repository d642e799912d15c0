/** Nanoseconds as seconds; null stays null. */
export function inSeconds(ns: number | null): number | null {
  return ns === null ? null : ns / 1e9;
}
