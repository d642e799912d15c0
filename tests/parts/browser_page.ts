import axe from "axe-core";
import type { Browser, Page } from "puppeteer-core";

/** How a page is looked at. */
export interface Look {
  width: number;
  scheme: "light" | "dark";
}

/** Phone and desk, by day and by night. */
export const looks: readonly Look[] = [360, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((scheme) => ({ width, scheme }))
);

/**
 * Opens an HTML file and hands the page over, with every address that it asked for beside itself.
 */
export async function withPage(
  browser: Browser,
  file: string,
  { width, scheme }: Look,
  use: (page: Page, requests: string[]) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage();
  try {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (!/^(data|file):/.test(request.url())) requests.push(request.url());
    });
    page.on("dialog", (dialog) => void dialog.dismiss());
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto(`file://${file}`);
    await use(page, requests);
  } finally {
    await page.close();
  }
}

/** What axe-core finds wrong with the page, each a sentence or two. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(`axe.run().then(({ violations }) => violations.map((each) =>
    each.id + ": " + each.nodes.map((node) => node.html.slice(0, 200) + " " + node.failureSummary).join(" | ")))`);
  return found as string[];
}
