import { catalogue } from "../measure/catalogue.ts";
import type { Metric } from "../measure/metric.ts";

/** The catalogue of metrics as Markdown: one table of definitions, one of the names elsewhere. */
export function metricsBlock(): string {
  const rows = catalogue.map((metric) =>
    row([
      `**${metric.name}** (\`${metric.id}\`)`,
      metric.formula,
      metric.printedUnit,
      metric.scope,
      direction(metric),
      metric.undefinedWhen,
      metric.source,
    ])
  );
  const namesakes = catalogue.flatMap((metric) =>
    metric.namesakes.map(({ tool, name, differs }) =>
      row([metric.name, tool, name, differs ?? "the same definition"])
    )
  );
  return [
    row(["metric", "formula", "unit", "of a", "better", "undefined when", "source"]),
    row(Array(7).fill("---")),
    ...rows,
    "",
    "Which tools print a like figure, and how it differs:",
    "",
    row(["metric", "tool", "its name", "difference"]),
    row(Array(4).fill("---")),
    ...namesakes,
  ].join("\n");
}

function direction({ direction }: Metric): string {
  return direction === null ? "neither" : direction;
}

function row(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
