import { publishedLatencyFigure } from "../present/published_figures.ts";
import { publishedTable } from "../present/published_table.ts";
import { tableMarkdown } from "../present/table_markdown.ts";
import { loadPublished } from "../record/published_read.ts";

/** Where the figure of the published matrix lies, from the project's root. */
export const publishedFigurePath = "data/figures/core-1.1-latency-throughput.svg";

/** The published matrix as Markdown: the table, then its figure with alt text. */
export async function publishedBlock(): Promise<string> {
  const publication = await loadPublished("core-1.1");
  const { alt } = await publishedLatencyFigure(publication, "en");
  return `${tableMarkdown(publishedTable(publication, "en"))}\n\n![${alt}](${publishedFigurePath})`;
}

/** The figure of the published matrix. */
export async function publishedFigure(): Promise<string> {
  const { svg } = await publishedLatencyFigure(await loadPublished("core-1.1"), "en");
  return `${svg}\n`;
}
