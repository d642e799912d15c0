import type { Figure } from "../present/figure.ts";
import type { Language } from "../present/format.ts";
import { attemptsTable } from "../present/published_attempts.ts";
import { auditRulesTable, auditTable } from "../present/published_audit.ts";
import { publishedEffectsTable } from "../present/published_effects.ts";
import { publishedLatencyFigure, publishedPromptFigure } from "../present/published_figures.ts";
import { p95Table, publishedSoakTable, publishedTable } from "../present/published_table.ts";
import { languageOf, verbatimSoakTable, verbatimTable } from "../present/published_verbatim.ts";
import type { Table } from "../present/table.ts";
import type { Publication } from "../record/published.ts";
import { auditPublication } from "../summarize/audit/audit.ts";

/**
 * The tables of a publication. The first is the one that an article prints. Its verbatim tables are
 * in its own language only, and its audit is in English.
 */
export function publicationTables(publication: Publication, language: Language): Table[] {
  const { soak, printedForm, design, attempts } = publication;
  const isOwn = languageOf(publication) === language;
  const audit = auditPublication(publication);
  return [
    publishedTable(publication, language),
    ...(soak ? [publishedSoakTable(publication, language)] : []),
    ...(design.p95MinimumResponses === null ? [] : [p95Table(publication, language)]),
    publishedEffectsTable(publication, language),
    ...(attempts.length > 0 ? [attemptsTable(publication, language)] : []),
    ...(printedForm && isOwn ? [verbatimTable(publication)] : []),
    ...(printedForm?.soak && soak && isOwn ? [verbatimSoakTable(publication)] : []),
    auditRulesTable(audit),
    auditTable(audit),
  ];
}

/** The figures of a publication, by label. */
export function publicationFigures(
  publication: Publication,
  language: Language,
): Record<string, () => Promise<Figure>> {
  return {
    [`${publication.id}-latency-throughput`]: () => publishedLatencyFigure(publication, language),
    [`${publication.id}-prompt-length`]: () => publishedPromptFigure(publication, language),
  };
}
