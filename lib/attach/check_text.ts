import type { CheckReport } from "./check.ts";
import { type Check, type Checked, totalsOf } from "./verdict.ts";

/** What was found, for a terminal: what differs, then one line a table and figure, then the sum. */
export function checkText(report: CheckReport, options: { all?: boolean } = {}): string {
  const { attachment, faults, numbers, files, filesEqual, totals, ok } = report;
  const shown = (check: Check) => check.verdict !== "equal" || options.all === true;
  return [
    `${attachment.title} (${attachment.name}, ${attachment.date})`,
    "",
    ...faults.map((fault) => `WRONG ${fault}`),
    ...numbers.flatMap((one) => [
      `${mark(one)} ${one.subject}, against ${one.against}: ${counts(one)}`,
      ...one.checks.filter(shown).map((check) => checkLine(check, "is recomputed")),
    ]),
    ...files.flatMap((one) => [
      `WRONG ${one.subject} does not follow from ${one.against}`,
      ...one.checks.map((check) => checkLine(check, "follows")),
    ]),
    "",
    sourcesLine(report),
    `${filesEqual} files follow from the notebook and the records, ${files.length} do not.`,
    `Numbers and words: ${totals.equal} equal, ${totals.rounding} equal within rounding, ` +
    `${totals.different} different, ${totals.open} not recomputed.`,
    !ok
      ? "Checked: see what is marked WRONG."
      : totals.open > 0
      ? "Checked: nothing differs of what is recomputed; what is marked open is not."
      : "Checked: nothing differs.",
  ].join("\n");
}

function mark({ checks }: Checked): string {
  if (checks.some(({ verdict }) => verdict === "different")) return "WRONG";
  return checks.some(({ verdict }) => verdict === "open") ? "open " : "ok   ";
}

function counts(checked: Checked): string {
  const { equal, rounding, different, open } = totalsOf([checked]);
  return [
    `${equal} equal`,
    ...(rounding > 0 ? [`${rounding} within rounding`] : []),
    ...(different > 0 ? [`${different} different`] : []),
    ...(open > 0 ? [`${open} not recomputed`] : []),
  ].join(", ");
}

const verdicts: Record<Check["verdict"], string> = {
  equal: "equal",
  rounding: "equal within rounding",
  different: "different",
  open: "not recomputed",
};

function checkLine({ verdict, place, printed, recomputed }: Check, how: string): string {
  if (printed === "") return `      ${verdicts[verdict]}: ${place}`;
  const other = recomputed === null ? "" : `, ${quoted(recomputed)} ${how}`;
  return `      ${verdicts[verdict]}: ${place}: ${quoted(printed)} is printed` +
    (verdict === "equal" ? "" : other);
}

function quoted(text: string): string {
  // deno-lint-ignore no-control-regex
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "\ufffd");
  return clean.length > 160 ? `"${clean.slice(0, 160)}…"` : `"${clean}"`;
}

function sourcesLine({ attachment, checkedBy }: CheckReport): string {
  const { version, differingSources } = checkedBy;
  const by = `Recomputed by corebook ${version}`;
  if (differingSources.length === 0) return `${by}, whose sources are those inside.`;
  const some = differingSources.slice(0, 3).join(", ");
  const more = differingSources.length > 3 ? ` and ${differingSources.length - 3} more` : "";
  return `${by}; made by ${attachment.software.version}, whose sources differ in ${some}${more}.`;
}
