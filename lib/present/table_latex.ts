import { noBreakSpace } from "./format.ts";
import type { Table } from "./table.ts";
import { provenanceWord } from "./table_words.ts";

const commands: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  '"': "\\textquotedbl{}",
  "`": "\\textasciigrave{}",
  "{": "\\{",
  "}": "\\}",
  "_": "\\_",
  "%": "\\%",
  "&": "\\&",
  "$": "\\$",
  "#": "\\#",
  // at the start of a row these would be arguments of the line break before it
  "[": "{[}",
  "*": "{*}",
  "\u2212": "$-$",
  [noBreakSpace]: "~",
};

/**
 * Escapes text for LaTeX with the fonts of T1 and UTF-8 input: letters stay as they are, characters
 * that TeX would obey are shown.
 */
export function escapeLatex(text: string): string {
  return text
    .replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ")
    .replace(/[\\~^<>"`{}_%&$#[*\u2212\u00a0]/g, (character) => commands[character])
    .replace(/-(?=-)/g, "-{}");
}

/** The table as a LaTeX `table` environment with the rules of the package booktabs. */
export function tableLatex(table: Table): string {
  const line = (cells: string[]) => `${cells.map(escapeLatex).join(" & ")} \\\\`;
  const notes = [
    ...table.notes,
    ...table.provenance.map(({ kind, statement }) =>
      `${provenanceWord(kind, table.language)}: ${statement}`
    ),
  ];
  return [
    "% \\usepackage[T1]{fontenc} \\usepackage{textcomp,booktabs}",
    "\\begin{table}",
    `\\caption{${escapeLatex(table.caption)}}`,
    `\\begin{tabular}{${table.columns.map((column) => column.align[0]).join("")}}`,
    "\\toprule",
    line(table.columns.map((column) => table.headOf(column))),
    "\\midrule",
    ...table.rows.map((row) => line(row.map((cell) => cell.text))),
    "\\bottomrule",
    "\\end{tabular}",
    ...notes.map((note) => `\\par\\smallskip\\footnotesize ${escapeLatex(note)}`),
    "\\end{table}",
  ].join("\n") + "\n";
}
