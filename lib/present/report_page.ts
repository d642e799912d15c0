import { escapeHtml } from "../base/escape_html.ts";
import { htmlPage } from "../base/html_page.ts";
import type { LoadedRun } from "../summarize/load_run.ts";
import { everyResponseFigure } from "./every_response_figure.ts";
import type { Figure } from "./figure.ts";
import type { Language } from "./format.ts";
import { effectTable } from "./record_effects.ts";
import { runAttemptsTable, runTable } from "./record_facts.ts";
import { latencyFigure, promptLengthFigure } from "./record_figures.ts";
import { coreTable } from "./record_table.ts";
import { reportWords } from "./report_words.ts";
import { tableHtml } from "./table_html.ts";

/** A page beside the report that it leads to. */
export interface ReportLink {
  href: string;
  title: string;
}

/** A report of one run: the page, and its figures for files beside it. */
export interface Report {
  html: string;
  figures: Figure[];
}

/**
 * The report of a run as one page that needs no other file: what was measured, the table, the
 * figures and effects, and how to check it.
 *
 * @param recordPath Where the record lies, as a reader of the page would name it.
 */
export async function reportOf(
  run: LoadedRun,
  options: { language: Language; recordPath: string; notebooks: readonly ReportLink[] },
): Promise<Report> {
  const { language, recordPath, notebooks } = options;
  const { summary } = run;
  const words = reportWords[language];
  const figures = summary.scenarios.some(({ status }) => status === "completed")
    ? [
      await latencyFigure(summary, language),
      await everyResponseFigure(run, language),
      await promptLengthFigure(summary, language),
    ]
    : [];
  const unverified = summary.scenarios.some(({ status }) => status === "unverified");
  const sections: [id: string, heading: string, content: string[]][] = [
    ["figures", words.figures, [
      tableHtml(coreTable(summary, language)),
      ...unverified ? [tableHtml(coreTable(summary, language, "unverified"))] : [],
      ...figures.slice(0, 2).map((figure) => figure.toHtml()),
    ]],
    ["effect", words.effect, [
      ...figures.slice(2).map((figure) => figure.toHtml()),
      tableHtml(effectTable(summary, "prompt tokens", language)),
    ]],
    ...summary.attempts.length > 0
      ? [["attempts", words.attempts, [tableHtml(runAttemptsTable(summary, language))]]] as [
        string,
        string,
        string[],
      ][]
      : [],
    ["run", words.run, [tableHtml(runTable(summary, language, run.analysis))]],
    ["check", words.check, [
      `<p>${escapeHtml(words.checkText)}</p>`,
      `<pre class="text" tabindex="0" role="group" aria-label="${words.check}">` +
      `deno task corebook verify ${escapeHtml(recordPath)}\n` +
      `deno task corebook summarize ${escapeHtml(recordPath)}</pre>`,
      ...notebooks.length > 0
        ? [
          `<p>${escapeHtml(words.notebooks)}</p><ul>${
            notebooks.map(({ href, title }) =>
              `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`
            ).join("")
          }</ul>`,
        ]
        : [],
    ]],
    ["limits", words.limits, [
      `<ul>${words.limitsText.map((each) => `<li>${each}</li>`).join("")}</ul>`,
    ]],
  ];
  const page = htmlPage({
    title: words.title,
    language,
    headings: sections.map(([id, text]) => ({ level: 2, id: `section-${id}`, text })),
    main: [
      `<h1>${escapeHtml(words.title)}</h1>`,
      `<p>${escapeHtml(summary.record.provenance.statement)}</p>`,
      ...sections.map(([id, heading, content]) =>
        `<section aria-labelledby="section-${id}">\n` +
        `<h2 id="section-${id}">${escapeHtml(heading)}</h2>\n${content.join("\n")}\n</section>`
      ),
    ].join("\n"),
    foot: escapeHtml(`${summary.record.id} \u00b7 corebook ${summary.software.version}`),
  });
  return { html: page, figures };
}
