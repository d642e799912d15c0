import { isMeasured } from "../measure/scenario.ts";
import { ecdfFigure } from "../present/ecdf_figure.ts";
import { everyResponseFigure } from "../present/every_response_figure.ts";
import type { Figure } from "../present/figure.ts";
import type { Language } from "../present/format.ts";
import { promptLengthTable } from "../present/prompt_length_table.ts";
import { effectTable } from "../present/record_effects.ts";
import { runAttemptsTable, runTable } from "../present/record_facts.ts";
import { latencyFigure, promptLengthFigure } from "../present/record_figures.ts";
import { coreTable, intervalTable } from "../present/record_table.ts";
import { soakFigure } from "../present/soak_figure.ts";
import { soakTables } from "../present/soak_tables.ts";
import type { Table } from "../present/table.ts";
import { timelineFigure } from "../present/timeline_figure.ts";
import { witnessCountsTable } from "../present/witness_counts_table.ts";
import { witnessesTable } from "../present/witnesses_table.ts";
import type { LoadedRun } from "../summarize/load_run.ts";

/** The tables of a record; some may have no rows. The first is the one that an article prints. */
export function recordTables(
  run: Pick<LoadedRun, "summary" | "scenarios" | "analysis">,
  language: Language,
): Table[] {
  const { summary, analysis } = run;
  return [
    coreTable(summary, language),
    ...summary.soaks.flatMap(({ scenario }) => soakTables(summary, language, scenario)),
    coreTable(summary, language, "unverified"),
    intervalTable(summary, language),
    effectTable(summary, "prompt tokens", language),
    effectTable(summary, "concurrency", language),
    promptLengthTable(run, language),
    witnessesTable(summary, language),
    witnessCountsTable(summary, language),
    witnessesTable(summary, language, "unverified"),
    witnessCountsTable(summary, language, "unverified"),
    runAttemptsTable(summary, language),
    runTable(summary, language, analysis),
  ];
}

/** The figures of a record, by label; those for which it has no data are not among them. */
export function recordFigures(
  run: LoadedRun,
  language: Language,
): Record<string, () => Promise<Figure>> {
  const { summary, scenarios } = run;
  const completed = scenarios.filter(({ status }) => status === "completed").filter(isMeasured);
  const levels = (member: "promptTokens" | "concurrency") =>
    new Set(completed.map(({ facts }) => facts[member])).size;
  const together = completed.some(({ facts }) => facts.concurrency > 1);
  return {
    ...(levels("concurrency") > 1
      ? { "latency-throughput": () => latencyFigure(summary, language) }
      : {}),
    ...(levels("promptTokens") > 1
      ? { "prompt-length": () => promptLengthFigure(summary, language) }
      : {}),
    ...(summary.soaks.length > 0 ? { soak: () => soakFigure(run, language) } : {}),
    ...(completed.length > 0
      ? {
        "every-response": () => everyResponseFigure(run, language),
        ecdf: () => ecdfFigure(run, language),
      }
      : {}),
    ...(together ? { timeline: () => timelineFigure(run, language) } : {}),
  };
}
