import { z } from "zod";

/** A column of a publication's table in its own words; `after` follows the digits (` s`). */
const columnSchema = <Field extends string>(fields: readonly Field[]) =>
  z.strictObject({ field: z.enum(fields), head: z.string().min(1), after: z.string() });

const scenarioFields = [
  "model",
  "promptTokens",
  "concurrency",
  "ttftMedianSeconds",
  "responseMedianSeconds",
  "outputTokensPerSecond",
] as const;
const soakFields = [
  "measuredMinutes",
  "responses",
  "outputTokensPerSecond",
] as const;

/** How a publication prints its own tables, so that they can be printed again cell for cell. */
export const printedFormSchema = z.strictObject({
  decimalMark: z.enum([".", ","]),
  scenarios: z.array(columnSchema(scenarioFields)).min(1),
  soak: z.array(columnSchema(soakFields)).nullable(),
});
export type PrintedForm = z.infer<typeof printedFormSchema>;
