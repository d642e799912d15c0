import { join } from "node:path";
import { z } from "zod";
import { denoFmt } from "../base/deno_fmt.ts";
import { readText } from "../base/read_text.ts";
import { planSchema } from "../record/plan.ts";
import { recordSchema } from "../record/record.ts";
import { lineSchema } from "../record/response.ts";
import { telemetryLineSchema } from "../record/telemetry.ts";
import { summarySchema } from "../summarize/summary_schema.ts";
import { type GeneratedBlock, renewBlocks } from "./blocks.ts";
import { clientPeersBlock } from "./client_peers_block.ts";
import { coolingBlock } from "./cooling_block.ts";
import { methodsBlock } from "./methods_block.ts";
import { metricsBlock } from "./metrics_block.ts";
import { notebooksBlock } from "./notebooks_block.ts";
import { publishedBlock, publishedFigure, publishedFigurePath } from "./published_block.ts";
import { settingsBlock } from "./settings_block.ts";
import { statisticsBlock } from "./statistics_block.ts";

/** A file of the project that is written by code, whole or in part. */
export interface GeneratedFile {
  /** From the project's root. */
  path: string;
  content: string;
}

const blocks: GeneratedBlock[] = [
  { name: "methods", generate: methodsBlock },
  { name: "metrics", generate: metricsBlock },
  { name: "settings", generate: settingsBlock },
  { name: "cooling", generate: coolingBlock },
  { name: "notebooks", generate: notebooksBlock },
  { name: "published", generate: publishedBlock },
  { name: "statistics", generate: statisticsBlock },
  { name: "client-peers", generate: clientPeersBlock },
];

const markdown = ["README.md", "METHOD.md"];

const schemas: [name: string, schema: z.ZodType][] = [
  ["plan", planSchema],
  ["record", recordSchema],
  ["response-line", lineSchema],
  ["telemetry-line", telemetryLineSchema],
  ["summary", summarySchema],
];

/** Every generated file as it should be now. */
export async function generatedFiles(root: string): Promise<GeneratedFile[]> {
  const texts = await Promise.all(markdown.map(async (path) => {
    const text = await readText(join(root, path));
    // laid out as the formatter wants it, so that formatting and generating agree
    return { path, content: await denoFmt(await renewBlocks(text, path, blocks), "md", root) };
  }));
  const jsonSchemas = schemas.map(([name, schema]) => ({
    path: `lib/record/schema/${name}.schema.json`,
    content: JSON.stringify(z.toJSONSchema(schema, { io: "input" }), null, 2) + "\n",
  }));
  const figure = { path: publishedFigurePath, content: await publishedFigure() };
  return [...texts, ...jsonSchemas, figure];
}
