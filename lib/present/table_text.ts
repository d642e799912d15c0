import type { Table } from "./table.ts";
import { provenanceWord } from "./table_words.ts";

/** Characters that a terminal would obey or that would break a line of the table. */
// deno-lint-ignore no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * The table for a terminal: columns padded with spaces to one width, numbers to the right. Control
 * characters in names are replaced, so that a name cannot move the cursor.
 */
export function tableText(table: Table): string {
  const lines = [
    table.columns.map((column) => clean(table.headOf(column))),
    ...table.rows.map((row) => row.map((cell) => clean(cell.text))),
  ];
  const widths = table.columns.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at]))));
  const padded = lines.map((line) =>
    line.map((text, at) => {
      const space = " ".repeat(widths[at] - widthOf(text));
      return table.columns[at].align === "right" ? space + text : text + space;
    }).join("  ").trimEnd()
  );
  const rule = widths.map((width) => "\u2500".repeat(width)).join("  ");
  return [
    clean(table.caption),
    "",
    padded[0],
    rule,
    ...padded.slice(1),
    "",
    ...table.notes.map(clean),
    ...table.provenance.map(({ kind, statement }) =>
      clean(`${provenanceWord(kind, table.language)}: ${statement}`)
    ),
  ].join("\n") + "\n";
}

function clean(text: string): string {
  return text.replace(control, "\ufffd");
}

/** Columns of a terminal: combining marks take none, East Asian wide characters two. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text.normalize("NFC")) {
    if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
          .test(character)
        ? 2
        : 1;
  }
  return width;
}
