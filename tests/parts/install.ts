/**
 * Installs the real parts that the tests use and this machine lacks, for the `ci` suite: Chromium
 * and Python's venv from the system's packages (needs root), the rest into the private cache.
 *
 * @module
 */
import { answers, npm, unzip } from "./program.ts";

/** A program that must answer, and the Debian packages that bring it. */
const parts: [program: string, args: string[], packages: string[]][] = [
  ["chromium", ["--version"], ["chromium", "fonts-dejavu"]],
  ["python3", ["-c", "import ensurepip, venv"], ["python3", "python3-venv"]],
  [unzip.name, unzip.args, ["unzip"]],
  ["git", ["--version"], ["git"]],
  [npm.name, npm.args, ["npm"]],
  ["cc", ["--version"], ["gcc", "libc6-dev"]],
];

const missing: string[] = [];
for (const [program, args, packages] of parts) {
  const there = await answers(program, args);
  console.log(`${program}: ${there ? "there" : `missing, installing ${packages.join(" ")}`}`);
  if (!there) missing.push(...packages);
}
if (missing.length > 0) {
  const apt = async (...args: string[]) => {
    const { success } = await new Deno.Command("apt-get", {
      args: ["-qq", "-y", ...args],
      env: { DEBIAN_FRONTEND: "noninteractive" },
    }).spawn().status;
    if (!success) {
      throw new Error(`apt-get ${args.join(" ")} failed: the parts need root and a mirror`);
    }
  };
  await apt("update");
  await apt("install", ...missing);
}
