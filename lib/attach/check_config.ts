import { z } from "zod";

/** Packages that no check needs and that would be most of a reader's download. */
const unneeded = ["danfojs", "puppeteer-core", "axe-core", "html-validate"];

const configSchema = z.looseObject({ imports: z.record(z.string(), z.string()) });
const lockSchema = z.looseObject({
  specifiers: z.record(z.string(), z.string()),
  npm: z.record(
    z.string(),
    z.looseObject({
      dependencies: z.array(z.string()).optional(),
      optionalDependencies: z.array(z.string()).optional(),
    }),
  ),
  workspace: z.looseObject({ dependencies: z.array(z.string()) }),
});

/** The names under which a check's own configuration lies beside the project's. */
export const checkConfigFiles = { config: "check.json", lock: "check.lock" };

/**
 * The project's configuration and lock without what a check does not need, so that a reader's first
 * run downloads little. The versions are the same, and the lock still names the content of each.
 *
 * @param config Text of `deno.json`.
 * @param lock Text of `deno.lock`, version 5.
 * @returns Content by file name.
 */
export function checkConfig(config: string, lock: string): Map<string, string> {
  const { imports, name, version, links } = configSchema.parse(JSON.parse(config));
  const isNeeded = (specifier: string) =>
    !unneeded.some((name) => specifier.startsWith(`npm:${name}@`));
  const own = {
    name,
    version,
    exports: "./lib/mod.ts",
    imports: Object.fromEntries(Object.entries(imports).filter(([, to]) => isNeeded(to))),
    links,
    lock: { path: checkConfigFiles.lock, frozen: true },
  };
  const all = lockSchema.parse(JSON.parse(lock));
  const specifiers = Object.fromEntries(
    Object.entries(all.specifiers).filter(([specifier]) => isNeeded(specifier)),
  );
  const pruned = {
    ...all,
    specifiers,
    npm: reachable(specifiers, all.npm),
    workspace: {
      ...all.workspace,
      dependencies: all.workspace.dependencies.filter(isNeeded),
    },
  };
  const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return new Map([
    [checkConfigFiles.config, text(own)],
    [checkConfigFiles.lock, text(pruned)],
  ]);
}

type Packages = z.infer<typeof lockSchema>["npm"];

/** The packages that the specifiers lead to. A lock shortens a name of which there is one version. */
function reachable(specifiers: Record<string, string>, npm: Packages): Packages {
  const nameOf = (key: string) => key.slice(0, key.indexOf("@", 1));
  const keyOf = (shown: string) =>
    shown in npm ? shown : Object.keys(npm).find((key) => nameOf(key) === shown) ?? shown;
  const kept = new Set<string>();
  const visit = (key: string) => {
    if (kept.has(key) || !(key in npm)) return;
    kept.add(key);
    const { dependencies = [], optionalDependencies = [] } = npm[key];
    for (const shown of [...dependencies, ...optionalDependencies]) visit(keyOf(shown));
  };
  for (const [specifier, version] of Object.entries(specifiers)) {
    const [, name] = /^npm:(@?[^@]+)@/.exec(specifier) ?? [];
    if (name) visit(keyOf(`${name}@${version}`));
  }
  const shortened = (shown: string) => {
    const key = keyOf(shown);
    const same = [...kept].filter((other) => nameOf(other) === nameOf(key));
    return same.length === 1 && key in npm ? nameOf(key) : key;
  };
  return Object.fromEntries(
    Object.entries(npm).filter(([key]) => kept.has(key)).map(([key, entry]) => [key, {
      ...entry,
      ...(entry.dependencies && { dependencies: entry.dependencies.map(shortened) }),
      ...(entry.optionalDependencies && {
        optionalDependencies: entry.optionalDependencies.map(shortened),
      }),
    }]),
  );
}
