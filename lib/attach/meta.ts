import { z } from "zod";
import { languages } from "../present/format.ts";

/** What an attachment says of itself, beside what is computed. */
export const metaSchema = z.strictObject({
  /** Name of its folder and of its ZIP. */
  name: z.string().regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$/,
    "must be letters, digits, '.', '_' and '-'",
  ),
  title: z.string().min(1),
  /** As they are to be cited: `Family, Given`, or the name of a group. */
  authors: z.array(z.string().min(1)).min(1),
  language: z.enum(languages),
  /** Day of the attachment: of its newest source unless told, so that a new build changes nothing. */
  date: z.iso.date(),
  /** SPDX identifier of the terms under which the data may be used. */
  licence: z.string().regex(/^[A-Za-z0-9.+-]+$/, "must be an SPDX identifier such as CC-BY-4.0"),
});
export type Meta = z.infer<typeof metaSchema>;

/** Where the terms of a licence stand. */
export function licenceUrl(licence: string): string {
  return `https://spdx.org/licenses/${licence}.html`;
}
