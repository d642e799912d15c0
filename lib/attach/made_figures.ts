import type { Figure } from "../present/figure.ts";
import type { Language } from "../present/format.ts";
import { publishedLatencyFigure, publishedPromptFigure } from "../present/published_figures.ts";
import {
  everyResponseFigure,
  latencyFigure,
  promptLengthFigure,
} from "../present/record_figures.ts";
import type { Source } from "./source.ts";

/** A figure drawn anew from its sources. */
export interface MadeFigure {
  figure: Figure;
  language: Language;
  sources: readonly Source[];
}

/**
 * Draws the figures with some labels that the project knows to draw of some sources, in one
 * language.
 */
export async function madeFigures(
  sources: readonly Source[],
  labels: ReadonlySet<string>,
  language: Language,
): Promise<MadeFigure[]> {
  const made: MadeFigure[] = [];
  for (const source of sources) {
    for (const [label, draw] of Object.entries(drawers(source, language))) {
      if (labels.has(label)) made.push({ figure: await draw(), language, sources: [source] });
    }
  }
  return made;
}

/** The figures that an article may show of one source, in one language. */
export async function articleFigures(source: Source, language: Language): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const draw of Object.values(drawers(source, language))) figures.push(await draw());
  return figures;
}

function drawers(source: Source, language: Language): Record<string, () => Promise<Figure>> {
  if (source.kind === "record") {
    const { run } = source;
    return {
      "latency-throughput": () => latencyFigure(run.summary, language),
      "prompt-length": () => promptLengthFigure(run.summary, language),
      "every-response": () => everyResponseFigure(run, language),
    };
  }
  const { publication } = source;
  return {
    [`${publication.id}-latency-throughput`]: () => publishedLatencyFigure(publication, language),
    [`${publication.id}-prompt-length`]: () => publishedPromptFigure(publication, language),
  };
}
