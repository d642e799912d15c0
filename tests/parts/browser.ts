import { runCommand } from "../../lib/base/command.ts";

/** A Chromium for tests, or why it is missing. */
export type BrowserPart =
  /** What puppeteer's `launch` takes. */
  | { ready: true; launch: { executablePath: string; args: string[] } }
  | { ready: false; reason: string };

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The system's Chromium, or what COREBOOK_BROWSER names. Where there is none, the tests are skipped
 * loudly; with COREBOOK_NO_SKIP=1 that is an error.
 *
 * Call it at the top of a test file: `const browser = await browserOrSkip();`, then
 * `Deno.test({ name, ignore: !browser.ready, fn })` and `puppeteer.launch(browser.launch)`.
 */
export async function browserOrSkip(): Promise<BrowserPart> {
  const named = Deno.env.get("COREBOOK_BROWSER");
  for (const name of named ? [named] : names) {
    const executablePath = await pathOf(name);
    if (executablePath === null) continue;
    // Chromium refuses its sandbox to root; the tests open nothing but their own files and servers
    const sandbox = Deno.uid() === 0 ? ["--no-sandbox"] : [];
    // the /dev/shm of a container is too small for it
    const args = ["--disable-dev-shm-usage", ...sandbox];
    return { ready: true, launch: { executablePath, args } };
  }
  const reason = named
    ? `COREBOOK_BROWSER names ${named}, which cannot be run.`
    : `None of ${names.join(", ")} is installed (Debian: apt-get install chromium).`;
  if (Deno.env.get("COREBOOK_NO_SKIP") === "1") throw new Error(reason);
  console.error(`SKIPPED: tests with a real browser. ${reason}`);
  return { ready: false, reason };
}

async function pathOf(name: string): Promise<string | null> {
  const finder = Deno.build.os === "windows" ? "where" : "which";
  try {
    const { code, stdout } = await runCommand(finder, [name], { timeoutMs: 5000 });
    return code === 0 ? stdout.trim().split("\n")[0] : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
