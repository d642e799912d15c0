/**
 * Runs a suite of tests and prints its figures: `deno task test`, `test:fast`, `ci`, `bench`.
 *
 * A test whose real part (an engine, a browser, JupyterLab) is missing is skipped and says why; the
 * `ci` suite installs the parts first and fails on any skip.
 *
 * @module
 */
import { TextLineStream } from "@std/streams/text-line-stream";
import { project } from "../lib/base/project.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: string[];
}

const quiet = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };

async function run(args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: project.root,
    env: { ...quiet, ...env },
    stdout: "inherit",
    stderr: "inherit",
  }).spawn().status;
  return success;
}

/** Runs the tests of some folders; their results are read from the JUnit file that Deno writes. */
async function tests(args: string[], env: Record<string, string>): Promise<Counts> {
  const results = await Deno.makeTempFile({ prefix: "corebook-", suffix: ".xml" });
  try {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--parallel", "--reporter=dot", `--junit-path=${results}`, ...args],
      cwd: project.root,
      env: { ...quiet, ...env },
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    // where there is no terminal each dot is a line of its own: only failures are worth a line
    for await (const line of linesOf(child.stdout)) {
      if (!/^[.,!]?$/.test(line.trim())) console.log(line);
    }
    const { success } = await child.status;
    return count(await Deno.readTextFile(results), success);
  } finally {
    await Deno.remove(results);
  }
}

function linesOf(bytes: ReadableStream<Uint8Array>): ReadableStream<string> {
  return bytes.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
}

function count(xml: string, success: boolean): Counts {
  const cases = xml.match(/<testcase\b[\s\S]*?(?:\/>|<\/testcase>)/g) ?? [];
  const skipped = cases.filter((one) => one.includes("<skipped"))
    .map((one) => unescapeXml(/\bname="([^"]*)"/.exec(one)?.[1] ?? "?"));
  const failed = cases.filter((one) => /<(failure|error)\b/.test(one)).length;
  return {
    passed: cases.length - failed - skipped.length,
    // a file that does not load has no test case of its own
    failed: failed === 0 && !success ? 1 : failed,
    skipped,
  };
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = {
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    amp: "&",
  };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => characters[name]);
}

/** Folders that exist: a suite names more rooms than a young project has. */
function present(...folders: string[]): string[] {
  return folders.filter((folder) => {
    try {
      return [...Deno.readDirSync(`${project.root}tests/${folder}`)]
        .some((entry) => entry.name.endsWith("_test.ts"));
    } catch {
      return false;
    }
  }).map((folder) => `tests/${folder}/`);
}

const began = performance.now();
const total: Counts = { passed: 0, failed: 0, skipped: [] };

async function step(name: string, work: () => Promise<Counts | boolean>) {
  const from = performance.now();
  const result = await work();
  const counts: Counts = typeof result === "boolean"
    ? { passed: Number(result), failed: Number(!result), skipped: [] }
    : result;
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped.push(...counts.skipped);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const what = typeof result === "boolean"
    ? (result ? "ok" : "FAILED")
    : `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped.length} skipped`;
  console.log(`## ${name}: ${what} (${seconds} s)`);
}

/** A command of README's, run as it stands there; its last line has the counts. */
async function readmeCommand(task: string): Promise<Counts> {
  const readme = await Deno.readTextFile(`${project.root}README.md`);
  const [command] = readme.match(new RegExp(`^ *npx -y deno@\\S+ task ${task}\\b`, "m")) ?? [];
  if (!command) throw new Error(`README.md has no command for the task ${task}`);
  console.log(`$ ${command.trim()}`);
  const child = new Deno.Command("sh", {
    args: ["-c", command],
    cwd: project.root,
    env: { ...quiet, COREBOOK_NO_SKIP: "1" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let last = "";
  for await (const line of linesOf(child.stdout)) {
    console.log(line);
    if (line.trim()) last = line;
  }
  const { success } = await child.status;
  const counts = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(last);
  if (!counts) return { passed: Number(success), failed: Number(!success), skipped: [] };
  return {
    passed: Number(counts[1]),
    failed: Math.max(Number(counts[2]), Number(!success)),
    skipped: Array(Number(counts[3])).fill("a test of README's test command, named above"),
  };
}

const suite = Deno.args[0];
const mayNotSkip = suite === "ci" || Deno.env.get("COREBOOK_NO_SKIP") === "1";
const env: Record<string, string> = mayNotSkip ? { COREBOOK_NO_SKIP: "1" } : {};

if (suite === "bench") {
  const files = [...Deno.readDirSync(`${project.root}tests/bench`)]
    .map((entry) => entry.name).filter((name) => name.endsWith(".ts")).sort();
  for (const file of files) {
    console.log(`\n# ${file}`);
    await run(["run", "-A", `tests/bench/${file}`, ...Deno.args.slice(1)]);
  }
  Deno.exit(0);
}

if (suite === "test") {
  await step("format", () => run(["fmt", "--check", "--quiet"]));
  await step("lint", () => run(["lint", "--quiet"]));
  await step("types", () => run(["check", "--quiet", "lib", "tests"]));
  await step("examples in the docs", () => tests(["--doc", "lib/"], env));
}
if (suite === "fast" || suite === "test") {
  await step("pure tests", () => tests(present("pure"), env));
}
if (suite === "test") await step("tests with real parts", () => tests(present("real"), env));
if (suite === "ci") {
  await step("real parts installed", () => run(["run", "-A", "tests/install_parts.ts"]));
  await step("README's test command", () => readmeCommand("test"));
  await step("README's main command", () => readmeCommand("demo"));
  await step("stress", () => tests(present("stress"), env));
}

for (const name of total.skipped) console.log(`SKIPPED ${name}`);
if (mayNotSkip && total.skipped.length > 0) {
  console.log("Nothing may be skipped here.");
  total.failed += total.skipped.length;
}
console.log(`${((performance.now() - began) / 1000).toFixed(0)} s in all`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped.length} skipped`);
Deno.exit(total.failed === 0 ? 0 : 1);
