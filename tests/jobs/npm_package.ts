/**
 * Makes `out/corebook-VERSION.tgz`, which npm installs, so that a notebook elsewhere can
 * `import "corebook"`: JavaScript by `deno pack`, the sources beside it, and the packages pinned as
 * they are here. For reading records and published tables; a clone is needed to measure.
 *
 *     deno task pack [FILE]
 *
 * @module
 */
import { dirname, join, resolve } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { runCommand } from "../../lib/base/command.ts";
import { project } from "../../lib/base/project.ts";

/** Only `frame` needs it, and it is most of a download: who wants frames installs it beside. */
const optional = ["danfojs"];

const draft = await Deno.makeTempDir();
try {
  await run(Deno.execPath(), [
    "pack",
    ...["--allow-slow-types", "--allow-dirty", "--no-source-maps", "-q"],
    "-o",
    join(draft, "draft.tgz"),
  ]);
  await run("tar", ["-xzf", join(draft, "draft.tgz"), "-C", draft]);
  const folder = join(draft, "package");
  // the version is read from deno.json; the sources are the types, and what a lock's hashes are of
  await Deno.copyFile(join(project.root, "deno.json"), join(folder, "deno.json"));
  await copySources("lib", folder);
  const manifest = join(folder, "package.json");
  const packed = JSON.parse(await Deno.readTextFile(manifest));
  await Deno.writeTextFile(manifest, JSON.stringify(describe(packed), null, 2) + "\n");
  const made = resolve(Deno.args[0] ?? join(project.out, `corebook-${config.version}.tgz`));
  await Deno.mkdir(dirname(made), { recursive: true });
  await run("tar", ["-czf", made, "-C", draft, "package"]);
  console.log(`${made}: ${(await Deno.stat(made)).size} bytes`);
} finally {
  await Deno.remove(draft, { recursive: true });
}

/** `package.json` with exact versions: a later one of some packages is known to be wrong. */
function describe({ dependencies, ...rest }: { dependencies: Record<string, string> }) {
  const pins = Object.keys(dependencies).map((name): [string, string] => [
    name,
    config.imports[name as keyof typeof config.imports].slice(`npm:${name}@`.length),
  ]);
  const split = (isOptional: boolean) =>
    Object.fromEntries(pins.filter(([name]) => optional.includes(name) === isOptional));
  return {
    ...rest,
    name: "corebook",
    description: "Records of language-model servers' speed: read, recomputed, shown",
    engines: { node: ">=24" },
    exports: { ".": { types: "./lib/mod.ts", default: "./lib/mod.js" } },
    dependencies: split(false),
    peerDependencies: split(true),
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
  };
}

async function copySources(path: string, to: string): Promise<void> {
  for await (const entry of Deno.readDir(join(project.root, path))) {
    const inside = `${path}/${entry.name}`;
    if (inside === "lib/std_streams") continue; // of the tests
    if (entry.isDirectory) await copySources(inside, to);
    else if (entry.name.endsWith(".ts")) {
      await Deno.mkdir(dirname(join(to, inside)), { recursive: true });
      await Deno.copyFile(join(project.root, inside), join(to, inside));
    }
  }
}

async function run(program: string, args: string[]): Promise<void> {
  const { code, stderr } = await runCommand(program, args, {
    timeoutMs: 300_000,
    cwd: project.root,
  });
  if (code !== 0) throw new Error(`${program} ${args[0]} failed: ${stderr}`);
}
