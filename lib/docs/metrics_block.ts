import { catalogue } from "../measure/catalogue.ts";
import { markdownTable } from "./markdown_table.ts";

/** The catalogue of metrics as Markdown: one table of definitions, one of the names elsewhere. */
export function metricsBlock(): string {
  const definitions = markdownTable(
    ["metric", "formula", "unit", "of a", "better", "undefined when", "source"],
    catalogue.map((metric) => [
      `**${metric.name}** (\`${metric.id}\`)`,
      metric.formula,
      metric.printedUnit,
      metric.scope,
      metric.direction ?? "neither",
      metric.undefinedWhen,
      metric.source,
    ]),
  );
  const namesakes = markdownTable(
    ["metric", "tool", "its name", "difference"],
    catalogue.flatMap((metric) =>
      metric.namesakes.map(({ tool, name, differs }) => [
        metric.name,
        tool,
        name,
        differs ?? "the same definition",
      ])
    ),
  );
  return `${definitions}\n\nWhich tools print a like figure, and how it differs:\n\n${namesakes}`;
}
