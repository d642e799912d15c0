import { attemptsTable } from "../present/published_attempts.ts";
import { auditRulesTable, auditTable } from "../present/published_audit.ts";
import { besideTable } from "../present/published_beside.ts";
import { publishedEffectsTable } from "../present/published_effects.ts";
import { p95Table, publishedSoakTable, publishedTable } from "../present/published_table.ts";
import { languageOf, verbatimSoakTable, verbatimTable } from "../present/published_verbatim.ts";
import { effectTable } from "../present/record_effects.ts";
import { runAttemptsTable, runTable } from "../present/record_facts.ts";
import { coreTable, intervalTable } from "../present/record_table.ts";
import type { Language } from "../present/format.ts";
import type { Table } from "../present/table.ts";
import type { Publication } from "../record/published.ts";
import { auditPublication } from "../summarize/audit/audit.ts";
import type { LoadedRun } from "../summarize/load_run.ts";
import type { Source } from "./source.ts";

/** A table made anew from its sources. */
export interface MadeTable {
  table: Table;
  sources: readonly Source[];
}

/**
 * Every table that the project knows to make of some sources, in one language: what a table that
 * somebody shows is held against. Those that exist in one language only are made in that one.
 */
export function madeTables(sources: readonly Source[], language: Language): MadeTable[] {
  const own = sources.flatMap((source) =>
    allTables(source, language).map((table): MadeTable => ({ table, sources: [source] }))
  );
  const published = sources.filter((source) => source.kind === "published");
  const pairs = published.flatMap((one) =>
    published.filter((other) => other !== one).map((other) => [one, other])
  );
  const beside = pairs.map((pair) => ({
    table: besideTable(pair.map(({ publication }) => publication), language),
    sources: pair,
  }));
  return [...own, ...beside];
}

/**
 * The tables that an article may print of one source, in one language; the audit of a publication is
 * in English only, and its verbatim tables are in its own language. The first is the main one.
 */
export function articleTables(source: Source, language: Language): Table[] {
  return allTables(source, language).filter(({ rows }) => rows.length > 0);
}

function allTables(source: Source, language: Language): Table[] {
  return source.kind === "record"
    ? recordTables(source.run, language)
    : publicationTables(source.publication, language);
}

function recordTables({ summary }: LoadedRun, language: Language): Table[] {
  return [
    coreTable(summary, language),
    coreTable(summary, language, "unverified"),
    intervalTable(summary, language),
    effectTable(summary, "prompt tokens", language),
    effectTable(summary, "concurrency", language),
    runAttemptsTable(summary, language),
    runTable(summary, language),
  ];
}

function publicationTables(publication: Publication, language: Language): Table[] {
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
