/**
 * Runs a suite of tests and prints its figures: `deno task test`, `test:fast`, `ci`, `coverage`,
 * `bench`.
 *
 * A test whose real part (an engine, a browser, JupyterLab) is missing is skipped and says why; the
 * `ci` suite installs the parts first and fails on any skip.
 *
 * @module
 */
import { TextLineStream } from "@std/streams/text-line-stream";
import { project } from "../lib/base/project.ts";
import { printCoverage } from "./coverage.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: string[];
}

const quiet = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };

/** A step that takes longer than any machine needs for it has hung. */
const limitMinutes = 40;
let stepName = "";

async function run(args: string[]): Promise<boolean> {
  const { success } = await spawn(Deno.execPath(), { args, stdout: "inherit" }).status;
  return success;
}

/** Starts a program of the step; past the limit it is killed, and the step is named. */
function spawn(program: string, options: Deno.CommandOptions): Deno.ChildProcess {
  const child = new Deno.Command(program, {
    ...options,
    cwd: project.root,
    env: { ...quiet, ...options.env },
    stderr: "inherit",
  }).spawn();
  const name = stepName;
  const timer = setTimeout(() => {
    console.log(`## ${name}: killed, it was not done within ${limitMinutes} min`);
    killTree(child.pid);
  }, limitMinutes * 60_000);
  child.status.finally(() => clearTimeout(timer));
  return child;
}

/** Kills a process and, where /proc tells them, those that it started: they hold its output open. */
function killTree(pid: number): void {
  let children: string[] = [];
  try {
    const text = Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`);
    children = text.split(" ").filter((word) => word !== "");
  } catch { /* it is gone, or there is no /proc */ }
  try {
    Deno.kill(pid, "SIGKILL");
  } catch { /* it is gone */ }
  for (const child of children) killTree(Number(child));
}

/**
 * Runs the tests of some folders; their results are read from the JUnit file that Deno writes.
 * They have a folder of their own for temporary files: whatever is left in it is a failure.
 */
async function tests(args: string[], env: Record<string, string>): Promise<Counts> {
  const folder = await Deno.makeTempDir({ prefix: "corebook-suite-" });
  const temporary = `${folder}/tmp`;
  const results = `${folder}/results.xml`;
  try {
    await Deno.mkdir(temporary);
    const child = spawn(Deno.execPath(), {
      args: ["test", "-A", "--parallel", "--reporter=dot", `--junit-path=${results}`, ...args],
      env: { ...env, TMPDIR: temporary },
      stdout: "piped",
    });
    // where there is no terminal each dot is a line of its own: only failures are worth a line
    for await (const line of linesOf(child.stdout)) {
      if (!/^[.,!]?$/.test(line.trim())) console.log(line);
    }
    const { success } = await child.status;
    const counts = count(await Deno.readTextFile(results), success);
    const left = [...Deno.readDirSync(temporary)].map((entry) => entry.name).sort();
    if (left.length > 0) {
      console.log(`The tests left ${left.length} temporary files behind: ${left.join(", ")}`);
      counts.failed++;
    }
    return counts;
  } finally {
    await Deno.remove(folder, { recursive: true });
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

/** A folder of tests, which must have some: without a folder `deno test` would run everything. */
function present(folder: string): string[] {
  const entries = [...Deno.readDirSync(`${project.root}tests/${folder}`)];
  if (!entries.some((entry) => entry.name.endsWith("_test.ts"))) {
    throw new Error(`tests/${folder} has no tests`);
  }
  return [`tests/${folder}/`];
}

const began = performance.now();
const total: Counts = { passed: 0, failed: 0, skipped: [] };

async function step(name: string, work: () => Promise<Counts | boolean>) {
  const from = performance.now();
  stepName = name;
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
  const child = spawn("sh", {
    args: ["-c", command],
    env: { COREBOOK_NO_SKIP: "1" },
    stdout: "piped",
  });
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
    stepName = file;
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
if (suite === "coverage") {
  const folder = await Deno.makeTempDir({ prefix: "corebook-coverage-" });
  const collect = ["--no-check", `--coverage=${folder}`, "--coverage-raw-data-only"];
  for (const name of ["pure", "real"]) {
    await step(`${name} tests`, () => tests([...collect, ...present(name)], env));
  }
  await step("coverage", () => printCoverage(folder));
  await Deno.remove(folder, { recursive: true });
}
if (suite === "fast") await step("pure tests", () => tests(present("pure"), env));
if (suite === "test") {
  // the types have had their own step: a wrong one must not hide what runs
  await step("pure tests", () => tests(["--no-check", ...present("pure")], env));
  await step("tests with real parts", () => tests(["--no-check", ...present("real")], env));
}
if (suite === "ci") {
  await step("real parts installed", () => run(["run", "-A", "tests/parts/install.ts"]));
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
