import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sealBag } from "../../lib/archive/bag.ts";
import { readTree } from "../../lib/archive/tree.ts";
import type { Random } from "../../lib/base/random.ts";
import { encodeLine } from "../../lib/record/journal.ts";
import { buildRecord, type RecordSpec } from "./build_record.ts";
import { hastyFiles } from "./hasty_files.ts";

/** A sealed bag of three small files, in a folder that goes away with the test. */
export async function withBag(test: (bag: string, besides: string) => Promise<void>) {
  const besides = await Deno.makeTempDir();
  try {
    const bag = join(besides, "bag");
    await Deno.mkdir(join(bag, "data/raw"), { recursive: true });
    await Deno.writeTextFile(join(bag, "data/record.json"), '{"id":1}\n');
    await Deno.writeTextFile(join(bag, "data/raw/a.json"), '{"round":1}\n');
    await Deno.writeTextFile(join(bag, "data/raw/b.json"), '{"round":2}\n');
    await sealBag(bag, { files: hastyFiles(), info: { "Bagging-Date": "2026-01-31" } });
    await test(bag, besides);
  } finally {
    await Deno.remove(besides, { recursive: true });
  }
}

/** Does one random harm to a bag and says which. */
export async function harm(bag: string, random: Random): Promise<string> {
  const tree = await readTree(bag);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const { name } = pick(tree.filter((entry) => entry.kind === "file"));
  const path = join(bag, name);
  const bytes = await Deno.readFile(path);
  switch (pick(["flip", "cut", "grow", "remove", "rename", "add", "link", "directory", "mode"])) {
    case "flip": {
      const at = Math.floor(random() * bytes.length);
      bytes[at] ^= 1 << Math.floor(random() * 8);
      await Deno.writeFile(path, bytes);
      return `flip a bit of ${name} at byte ${at}`;
    }
    case "cut":
      await Deno.truncate(path, Math.floor(random() * bytes.length));
      return `cut ${name}`;
    case "grow":
      await Deno.writeTextFile(path, pick(["\n", " ", "x", "\u0000", "# note\n"]), {
        append: true,
      });
      return `grow ${name}`;
    case "remove":
      await Deno.remove(path);
      return `remove ${name}`;
    case "rename":
      await Deno.rename(path, `${path}${pick(["~", ".bak", "2"])}`);
      return `rename ${name}`;
    case "add":
      await Deno.writeTextFile(`${path}.new`, pick(["", "x"]));
      return `add ${name}.new`;
    case "link":
      await Deno.rename(path, `${bag}-moved`);
      await Deno.symlink(`${bag}-moved`, path);
      return `put a link for ${name}`;
    case "directory":
      await Deno.remove(path);
      await Deno.mkdir(path);
      return `put a directory for ${name}`;
    default:
      await Deno.chmod(path, 0o744);
      return `make ${name} executable`;
  }
}

/** A plan of one scenario with one warm-up and one measured response, for quick records. */
export const smallPlan = { promptTokens: [2048], concurrency: [1], measuredRounds: 1 };

/** Writes a simulated record as a finished run leaves it, sealed, into a new folder under `parent`. */
export async function writeSealedRecord(parent: string, spec: RecordSpec = {}): Promise<string> {
  const { record, lines } = buildRecord({ events: 2, plan: smallPlan, ...spec });
  const folder = join(parent, record.id);
  await Deno.mkdir(join(folder, "data"), { recursive: true });
  await Deno.writeTextFile(join(folder, "data/record.json"), JSON.stringify(record, null, 2));
  const packed = gzipSync(lines.map(encodeLine).join(""));
  await Deno.writeFile(join(folder, "data/responses.jsonl.gz"), packed);
  await sealBag(folder, { files: hastyFiles(), info: { "Bagging-Date": "2026-01-31" } });
  return folder;
}
