import { headlineThroughput, metricById } from "../measure/catalogue.ts";
import type { Table } from "../present/table.ts";
import { type Source, statementOf } from "./source.ts";

/** What the numbers of a row rest on. */
export interface RowSource {
  /** Scenario of the record or publication; null where the row is not of one. */
  scenario: string | null;
  /** Responses counted: of the scenario, or else of the whole source. */
  responses: number;
  source: Source;
}

/** What the numbers of a column mean. */
export interface ColumnSource {
  column: string;
  head: string;
  definition: string;
  /** File of the attachment that computes it; null for printed figures. */
  file: string | null;
}

/** What the numbers of a row rest on: the scenario that the row's first cells name, or everything. */
export function rowSource(table: Table, row: number, sources: readonly Source[]): RowSource {
  const cell = (id: string) => {
    const at = table.columns.findIndex((column) => column.id === id);
    return at < 0 ? null : table.rows[row][at].value;
  };
  const method = cell("method");
  const source = sources.find((one) => method === null || methodOf(one) === method) ?? sources[0];
  const scenarios = scenariosOf(source);
  const found = scenarios.find(({ model, promptTokens, concurrency }) =>
    model === cell("model") && promptTokens === numberOf(cell("prompt-tokens")) &&
    concurrency === numberOf(cell("concurrency"))
  );
  const own = numberOf(cell("responses"));
  if (found) return { scenario: found.name, responses: own ?? found.responses, source };
  if (typeof own === "number") return { scenario: null, responses: own, source };
  const all = scenarios.reduce((sum, { responses }) => sum + responses, 0);
  return { scenario: null, responses: all, source };
}

/** Columns whose numbers name what was measured and are no figures. */
const scenarioKeys = new Set(["prompt-tokens", "concurrency", "at", "change"]);

/** The definitions of a table's columns of figures; the table's notes where none is known. */
export function columnSources(table: Table, sources: readonly Source[]): ColumnSource[] {
  return table.columns.flatMap((column): ColumnSource[] => {
    if (column.align !== "right" || scenarioKeys.has(column.id)) return [];
    const head = table.headOf(column);
    const definitions = sources.map((source) => definitionOf(column.id, source, table));
    const [{ file }] = definitions;
    const definition = [...new Set(definitions.map(({ text }) => text))].join(" ");
    return [{ column: column.id, head, definition, file }];
  });
}

/** Where a metric of the catalogue is computed. */
const metricFiles: Record<string, string> = {
  ttft: "ttft.ts",
  "response-time": "response_time.ts",
  "throughput-mean-of-rounds": "throughput.ts",
  "throughput-union": "throughput.ts",
  "throughput-span": "throughput.ts",
};

function definitionOf(
  column: string,
  source: Source,
  table: Table,
): { text: string; file: string | null } {
  const fallback = table.columns.find(({ id }) => id === column)?.description ??
    (table.notes.join(" ") || statementOf(source).statement);
  if (source.kind === "published") {
    const { definitions } = source.publication;
    const text = isColumn("ttft", column)
      ? definitions.ttft
      : isColumn("response-median", column)
      ? definitions.responseTime
      : column.startsWith("response-p95")
      ? definitions.p95
      : isColumn("throughput", column) || column === "output-tokens-per-second"
      ? definitions.throughput.text
      : null;
    return { text: text ?? fallback, file: null };
  }
  const id = isColumn("ttft", column)
    ? "ttft"
    : isColumn("response-median", column)
    ? "response-time"
    : isColumn("throughput", column)
    ? headlineThroughput(source.run.record.plan.method).id
    : null;
  if (id !== null) {
    const { name, formula } = metricById(id);
    const file = metricFiles[id];
    return { text: `${name}: ${formula}`, file: file ? `lib/measure/metrics/${file}` : null };
  }
  if (column === "responses" || column === "not-counted") {
    return {
      text: "A response counts when it is complete and its round counts.",
      file: "lib/record/validity.ts",
    };
  }
  return { text: fallback, file: "lib/summarize/summary.ts" };
}

function isColumn(name: string, column: string): boolean {
  return column === name || column.startsWith(`${name}-`);
}

function methodOf(source: Source): string {
  return source.kind === "record" ? source.run.record.plan.method : source.publication.method;
}

interface ScenarioCount {
  name: string;
  model: string;
  promptTokens: number;
  concurrency: number;
  responses: number;
}

function scenariosOf(source: Source): ScenarioCount[] {
  if (source.kind === "record") {
    return source.run.summary.scenarios.map(({ facts, counts }) => ({
      name: facts.id,
      model: facts.model.name,
      promptTokens: facts.promptTokens,
      concurrency: facts.concurrency,
      responses: counts.responses,
    }));
  }
  return source.publication.scenarios.map((scenario) => ({
    ...scenario,
    name: `${scenario.promptTokens}x${scenario.concurrency}`,
  }));
}

/** The number of a cell, also of one that keeps its digits as a text. */
function numberOf(value: string | number | null): number | null {
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value as number | null;
}
