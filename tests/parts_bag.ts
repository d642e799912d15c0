import { join } from "node:path";
import { sealBag } from "../lib/archive/bag.ts";
import { readTree } from "../lib/archive/tree.ts";
import { systemFiles } from "../lib/base/file_system.ts";
import type { Random } from "../lib/base/random.ts";

/** A sealed bag of three small files, in a folder that goes away with the test. */
export async function withBag(test: (bag: string, besides: string) => Promise<void>) {
  const besides = await Deno.makeTempDir();
  try {
    const bag = join(besides, "bag");
    await Deno.mkdir(join(bag, "data/raw"), { recursive: true });
    await Deno.writeTextFile(join(bag, "data/record.json"), '{"id":1}\n');
    await Deno.writeTextFile(join(bag, "data/raw/a.json"), '{"round":1}\n');
    await Deno.writeTextFile(join(bag, "data/raw/b.json"), '{"round":2}\n');
    await sealBag(bag, { files: systemFiles(), info: { "Bagging-Date": "2026-01-31" } });
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
