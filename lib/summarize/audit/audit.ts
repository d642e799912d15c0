import type { Publication } from "../../record/published.ts";
import { checkAgainst } from "./against.ts";
import type { Check, Verdict } from "./check.ts";
import { checkClaims } from "./claims.ts";
import { checkCounts } from "./counts.ts";
import { checkDirections } from "./direction.ts";
import { checkGroupBounds } from "./group_bound.ts";
import { checkOrder } from "./order.ts";
import { checkSettings } from "./settings.ts";
import { checkSingleRequests } from "./single_request.ts";
import { checkSoak } from "./soak.ts";

/** What the audit of a publication found. */
export interface Audit {
  /** Name of the JSON's schema. */
  schema: "corebook.audit";
  /** Version of that schema. */
  version: 1;
  /** Id of the publication. */
  publication: string;
  /** How many checks came out how. */
  totals: Record<Verdict, number>;
  /** Every check, in a fixed order. */
  checks: Check[];
}

/**
 * Holds what a publication prints against itself, by exact arithmetic on intervals: a printed 1.5 may
 * stand for anything from 1.45 to 1.55, both ends in. It finds slips; that nothing is found proves no
 * measurement.
 *
 * @param longer The same figures with more digits, where a reader has them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadPublished } from "../../record/published_read.ts";
 * import { auditPublication } from "./audit.ts";
 *
 * const { totals } = auditPublication(await loadPublished("core-1.1"));
 * assert.equal(totals.inconsistent, 0);
 * ```
 */
export function auditPublication(publication: Publication, longer?: Publication): Audit {
  const checks = [
    ...checkCounts(publication),
    ...checkSettings(publication),
    ...checkOrder(publication),
    ...checkDirections(publication),
    ...checkSingleRequests(publication),
    ...checkGroupBounds(publication),
    ...checkClaims(publication),
    ...checkSoak(publication),
    ...(longer ? checkAgainst(publication, longer) : []),
  ];
  const count = (verdict: Verdict) => checks.filter((check) => check.verdict === verdict).length;
  return {
    schema: "corebook.audit",
    version: 1,
    publication: publication.id,
    totals: {
      consistent: count("consistent"),
      inconsistent: count("inconsistent"),
      "not-decidable": count("not-decidable"),
    },
    checks,
  };
}
