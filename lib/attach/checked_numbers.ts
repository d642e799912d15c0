import type { FigureMatch, TableMatch } from "./match.ts";
import type { Source } from "./source.ts";
import { stripPng } from "./strip_png.ts";
import type { Checked } from "./verdict.ts";

/** Every number that a notebook shows in tables and figures, against the recomputed one. */
export function checkedNumbers(
  { tables, figures }: { tables: readonly TableMatch[]; figures: readonly FigureMatch[] },
): Checked[] {
  return [...tables.map(checkedTable), ...figures.map(checkedFigure)];
}

function checkedTable({ shown, name, made, comparison }: TableMatch): Checked {
  return {
    subject: `table ${name}, cell ${shown.number} (${shown.cell})`,
    against: against(made),
    checks: comparison?.checks ?? [{
      verdict: "open",
      place: "the whole table",
      printed: shown.table.caption,
      recomputed: null,
    }],
  };
}

function checkedFigure({ shown, made, checks }: FigureMatch): Checked {
  const subject = `figure ${shown.label}, cell ${shown.number} (${shown.cell})`;
  if (made === null) {
    const place = "the whole figure";
    const printed = shown.title;
    return {
      subject,
      against: against(made),
      checks: [{ verdict: "open", place, printed, recomputed: null }],
    };
  }
  const { alt } = made.figure;
  const png = stripPng(made.figure.png);
  const samePixels = shown.png !== null && shown.png.length === png.length &&
    shown.png.every((byte, at) => byte === png[at]);
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
