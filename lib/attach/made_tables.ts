import type { Language } from "../present/format.ts";
import { besideTable } from "../present/published_beside.ts";
import type { Table } from "../present/table.ts";
import { pairTables } from "./comparison_article.ts";
import { publicationTables } from "./publication_article.ts";
import { recordTables } from "./record_article.ts";
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
  return [
    ...own,
    ...pairsOf(sources).flatMap(([one, other]) => {
      const tables = one.kind === "published" && other.kind === "published"
        ? [besideTable([one.publication, other.publication], language)]
        : one.kind === "record" && other.kind === "record"
        ? pairTables(one.run, other.run, language)
        : [];
      return tables.map((table): MadeTable => ({ table, sources: [one, other] }));
    }),
  ];
}

/** Any two different sources, in both orders. */
export function pairsOf(sources: readonly Source[]): [Source, Source][] {
  return sources.flatMap((one) =>
    sources.filter((other) => other !== one).map((other): [Source, Source] => [one, other])
  );
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
