import type { Notebook, Output } from "../../lib/notebook/ipynb.ts";
import { bundleOf } from "../../lib/notebook/show_bundle.ts";
import { Table } from "../../lib/present/table.ts";
import { Figure } from "../../lib/present/figure.ts";
import { codeCell } from "./code_cell.ts";

/** A notebook with one of everything that an export shows: texts, tables, a figure, an error. */
export async function sampleNotebook(): Promise<Notebook> {
  const table = new Table({
    id: "speed",
    language: "en",
    caption: "Medians of each completed scenario",
    columns: [
      { id: "model", head: "Model" },
      { id: "prompt", head: "Prompt", unit: "tokens", kind: "count" },
      { id: "concurrency", head: "Concurrency", kind: "count" },
      { id: "ttft", head: "TTFT, median", unit: "s", kind: "number", decimals: 3 },
      { id: "throughput", head: "Throughput", unit: "tokens/s", kind: "number", decimals: 1 },
      { id: "p95", head: "p95", unit: "s" },
    ],
    rows: [
      ["Qwen3-8B Q4_K_M", 2048, 1, 0.412, 71.5, "195 responses missing"],
      ["Qwen3-8B Q4_K_M", 8192, 4, 3.9921, 171.91, "180 responses missing"],
      ["Mistral-7B Q8_0", 2048, 1, null, null, "–"],
    ],
    notes: ["TTFT: from the start of the request to the first event that carries a token."],
    provenance: [{ kind: "simulated", statement: "Made up for a test; nothing was measured." }],
  });
  const points = [[71, 0.4], [81, 0.3], [171, 4], [190, 3.2]];
  const figure = await Figure.draw({
    label: "latency-throughput",
    language: "en",
    title: "Latency against throughput",
    alt: "The two groups of points lie far apart: four requests give twice the throughput and " +
      "ten times the time to first token.",
    caption: "Medians, made up for a test.",
    provenance: "simulated",
    panels: [{
      heading: null,
      height: 300,
      drawing: (plot) => ({
        x: { label: "Throughput (tokens/s)" },
        y: { label: "TTFT (s)" },
        marks: [plot.dot(points, { x: "0", y: "1", fill: "#0072b2", r: 5 })],
      }),
    }],
  });
  const shown = async (value: unknown): Promise<Output> => ({
    output_type: "display_data",
    ...await bundleOf(value),
  });
  const code = (id: string, source: string, outputs: Output[], tags: string[] = []) =>
    codeCell(id, source, { metadata: { tags }, execution_count: 1, outputs });
  const text = (id: string, source: string) => ({
    cell_type: "markdown" as const,
    id,
    metadata: {},
    source,
  });
  return {
    metadata: { language: "en" },
    cells: [
      text(
        "title",
        "# How fast does the server answer?\n\nA campaign with **simulated** timings. How does the " +
          "*time to first token* grow with the prompt? See [the limits](#limits) and `METHOD.md`.",
      ),
      code(
        "parameters",
        'const folder: string = "out/run"; // a sealed run\nconst rounds = 5;',
        [],
        [
          "parameters",
        ],
      ),
      text(
        "load",
        "## Load and measure\n\n1. Load the record.\n2. Measure:\n   - rounds\n   - responses\n" +
          "3. Summarize.\n\n> A stopped campaign is not a shorter campaign.\n\n" +
          "```ts\nconst record = await loadRecord(folder); // reads and checks\n```",
      ),
      code("table", "await show(table);", [await shown(table)]),
      text("figure-title", "### A figure"),
      code("figure", "await show(figure);", [await shown(figure)], ["hide-input"]),
      text("values-title", "## Other values"),
      code("values", 'console.log("progress");\nawait show([{ n: 10n }]);\nawait show(null);', [
        { output_type: "stream", name: "stdout", text: "progress: 3 of 12\n" },
        {
          output_type: "stream",
          name: "stderr",
          text: "a warning that is rather long and does not fit on a narrow screen at all\n",
        },
        await shown([{ name: "Qwen_7B_Q4_K_M", n: 10n }, { name: "<b>x</b>", n: null }]),
        await shown(null),
        {
          output_type: "error",
          ename: "RangeError",
          evalue: "Cannot measure round 3",
          traceback: ["RangeError: Cannot measure round 3: first token before start (101 < 120)"],
        },
      ]),
      text(
        "limits",
        "## Limits\n\nIt speaks of one configuration.\n\n| kind | meaning |\n| --- | ---: |\n" +
          "| `measured` | engine, model and host named |\n| `simulated` | a simulator made them |",
      ),
    ],
  };
}
