import { dataMime } from "../base/data_mime.ts";
import { bundleOf } from "../notebook/show_bundle.ts";
import { explainDifference } from "./explain_difference.ts";
import type { FigureMatch, TableMatch } from "./match.ts";
import { sameBytes } from "./same_bytes.ts";
import type { ShownOther } from "./shown.ts";
import type { Source } from "./source.ts";
import { stripPng } from "./strip_png.ts";
import { type Check, type Checked, openCheck } from "./verdict.ts";

/** What a notebook shows. */
export interface Shown {
  tables: readonly TableMatch[];
  figures: readonly FigureMatch[];
  others: readonly ShownOther[];
}

/**
 * Every number that a notebook shows in tables and figures, in each form that an output has, against
 * the recomputed one; other outputs that may hold a number are open.
 */
export async function checkedNumbers({ tables, figures, others }: Shown): Promise<Checked[]> {
  return [
    ...await Promise.all(tables.map(checkedTable)),
    ...await Promise.all(figures.map(checkedFigure)),
    ...others.map(checkedOther),
  ];
}

async function checkedTable({ shown, name, made, comparison }: TableMatch): Promise<Checked> {
  const subject = `table ${name}, cell ${shown.number} (${shown.cell})`;
  if (made === null || comparison === null) {
    const checks = [openCheck("the whole table", shown.table.caption)];
    return { subject, against: against(made), checks };
  }
  // where rows are left out or digits differ, which is told, its other forms are held against its own
  const { checks } = comparison;
  const table = checks.every(({ verdict }) => verdict === "equal") ? made.table : shown.table;
  const forms = await checkedForms(shown.data, table, [dataMime]);
  return { subject, against: against(made), checks: [...checks, ...forms] };
}

/** The forms of an output, but for those compared elsewhere, against what shows when made anew. */
async function checkedForms(
  data: Readonly<Record<string, unknown>>,
  made: unknown,
  apart: readonly string[],
): Promise<Check[]> {
  const { data: forms } = await bundleOf(made);
  return Object.entries(data).filter(([type]) => !apart.includes(type)).flatMap(
    ([type, content]): Check[] => {
      const [found, expected] = [content, forms[type]].map(textOf);
      if (expected === null) {
        return [{ verdict: "different", place: type, printed: found ?? "", recomputed: null }];
      }
      const name = type === "text/html" ? "output.html" : "output.txt";
      const differences = explainDifference(name, bytesOf(found ?? ""), bytesOf(expected));
      if (differences.length === 0) {
        return [{ verdict: "equal", place: type, printed: "", recomputed: null }];
      }
      return differences.map((check) => ({ ...check, place: `${type}, ${check.place}` }));
    },
  );
}

function textOf(content: unknown): string | null {
  if (content === undefined) return null;
  return typeof content === "string" ? content : JSON.stringify(content);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function checkedOther({ number, cell, output, text }: ShownOther): Checked {
  return {
    subject: `output ${output + 1}, cell ${number} (${cell})`,
    against: "nothing",
    checks: [openCheck("neither a table nor a figure that is known", text)],
  };
}

async function checkedFigure({ shown, made, checks }: FigureMatch): Promise<Checked> {
  const subject = `figure ${shown.label}, cell ${shown.number} (${shown.cell})`;
  if (made === null) {
    const checks = [openCheck("the whole figure", shown.title)];
    return { subject, against: against(made), checks };
  }
  const { alt } = made.figure;
  const samePixels = shown.png !== null && sameBytes(shown.png, stripPng(made.figure.png));
  return {
    subject,
    against: against(made),
    checks: [
      ...checks,
      {
        verdict: shown.alt === alt ? "equal" : "different",
        place: "alternative text",
        printed: shown.alt,
        recomputed: alt,
      },
      ...await checkedForms(shown.data, made.figure, ["image/svg+xml", "image/png"]),
      ...(shown.png === null ? [] : [{
        verdict: samePixels ? "equal" as const : "open" as const,
        place: "picture in pixels",
        printed: `${shown.png.length} bytes`,
        recomputed: samePixels ? "the same" : "other pixels, as other fonts of the machine give",
      }]),
    ],
  };
}

function against(made: { sources: readonly Source[] } | null): string {
  return made === null ? "nothing" : made.sources.map(({ id }) => id).join(", ");
}
