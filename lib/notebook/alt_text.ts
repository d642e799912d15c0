import type { Output } from "./ipynb.ts";

/** The words for the image of an output, from its metadata; null when it has none. */
export function altTextOf(output: Output): string | null {
  if (output.output_type !== "display_data" && output.output_type !== "execute_result") return null;
  const own = Object.entries(output.metadata).map(([type, value]) =>
    type.startsWith("image/") ? (value as { alt?: unknown } | null)?.alt : undefined
  );
  const alt = [...own, output.metadata.alt].find((each) =>
    typeof each === "string" && each.trim() !== ""
  );
  return alt === undefined ? null : String(alt);
}
