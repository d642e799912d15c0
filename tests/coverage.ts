import { runCommand } from "../lib/base/command.ts";
import { project } from "../lib/base/project.ts";

/** What ran of some code, of how much. */
interface Share {
  ran: number;
  of: number;
}

interface Covered {
  lines: Share;
  branches: Share;
  /** Functions that were never called. */
  uncalled: string[];
}

/** A file of which less than this share of lines ran is named. */
const namedBelow = 0.9;

/** Prints what the tests ran of lib/, from the raw data that they left in a folder. */
export async function printCoverage(folder: string): Promise<boolean> {
  const url = new URL(`file://${project.root}lib/`).href;
  const { code, stdout, stderr } = await runCommand(
    Deno.execPath(),
    ["coverage", "--lcov", `--include=^${url}`, folder],
    { timeoutMs: 300_000 },
  );
  if (code !== 0) {
    console.log(stderr);
    return false;
  }
  const files = readLcov(stdout);
  const folders = Map.groupBy(files, ([path]) => path.split("/")[0]);
  console.log(`${"".padEnd(12)} lines  branches`);
  const row = (name: string, of: [string, Covered][]) => {
    const lines = percent(of.map(([, { lines }]) => lines));
    const branches = percent(of.map(([, { branches }]) => branches));
    console.log(`${name.padEnd(12)} ${lines.padStart(5)}  ${branches.padStart(8)}`);
  };
  for (const [name, of] of [...folders].sort()) row(name, of);
  row("lib/", files);
  console.log(`\nFiles of which less than ${namedBelow * 100} % of the lines ran:`);
  for (const [path, { lines, uncalled }] of files) {
    if (lines.ran >= lines.of * namedBelow) continue;
    console.log(`${path}: ${percent([lines])} %; never called: ${uncalled.join(", ") || "none"}`);
  }
  return true;
}

/** The files of an LCOV text, with paths below lib/, in order. */
function readLcov(text: string): [string, Covered][] {
  const files = text.split("end_of_record").filter((part) => part.includes("SF:"));
  return files.map((part): [string, Covered] => {
    const of = (name: string) => Number(new RegExp(`^${name}:(\\d+)$`, "m").exec(part)?.[1] ?? 0);
    const names = [...part.matchAll(/^FNDA:0,(.+)$/gm)].map(([, name]) => name);
    return [/^SF:.*?\/lib\/(.*)$/m.exec(part)![1], {
      lines: { ran: of("LH"), of: of("LF") },
      branches: { ran: of("BRH"), of: of("BRF") },
      uncalled: names.filter((name) => !name.startsWith("<")),
    }];
  }).sort(([a], [b]) => a < b ? -1 : 1);
}

function percent(shares: Share[]): string {
  const of = shares.reduce((sum, share) => sum + share.of, 0);
  const ran = shares.reduce((sum, share) => sum + share.ran, 0);
  return of === 0 ? "-" : (ran / of * 100).toFixed(1);
}
