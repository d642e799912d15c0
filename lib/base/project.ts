import { join } from "node:path";
import { fileURLToPath } from "node:url";
import config from "../../deno.json" with { type: "json" };

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The project's own folders, wherever the clone lies and whatever the working directory is. */
export const project = {
  root,
  /** Runs of the current matrix and other data; a new run gets a folder beside the old ones. */
  data: join(root, "data"),
  /** Immutable bags. */
  archive: join(root, "archive"),
  notebooks: join(root, "notebooks"),
  /** What `demo` makes: executed notebooks, figures, the report. Not under version control. */
  out: join(root, "out"),
};

/** Version of this software, from `deno.json`; records and reports repeat it. */
export const softwareVersion: string = config.version;
