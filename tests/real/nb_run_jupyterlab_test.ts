import assert from "node:assert/strict";
import { basename, join } from "node:path";
import puppeteer, { type Page } from "puppeteer-core";
import { project } from "../../lib/base/project.ts";
import { type Cell, type Notebook, type Output, writeNotebook } from "../../lib/notebook/ipynb.ts";
import { installKernelspec, readKernelspec } from "../../lib/notebook/kernel/kernelspec.ts";
import { runNotebooks } from "../../lib/notebook/run_notebooks.ts";
import { browserOrSkip } from "../parts/browser.ts";
import { pythonOrSkip } from "../parts/python.ts";

const browser = await browserOrSkip();
const python = await pythonOrSkip();

const startHere = join(project.notebooks, "00-start-here.ipynb");

interface Lab {
  url: string;
  /** Notebooks below it are opened under `url`; `deno.json` is found from it upward. */
  root: string;
}

/** A JupyterLab with the kernel that `nb kernel install` registers and nothing of the user's. */
async function withLab(bin: string, use: (lab: Lab) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "corebook-lab-" });
  const root = join(project.out, `lab-${crypto.randomUUID()}`);
  await Deno.mkdir(root, { recursive: true });
  const settings = join(home, "settings", "@jupyterlab", "notebook-extension");
  await Deno.mkdir(settings, { recursive: true });
  // cells out of sight stay in the page, where the test counts them
  await Deno.writeTextFile(
    join(settings, "tracker.jupyterlab-settings"),
    JSON.stringify({ windowingMode: "none" }),
  );
  const data = join(home, "data");
  await installKernelspec(data);
  assert.notEqual(await readKernelspec(data), null);
  const port = freePort();
  const lab = new Deno.Command(join(bin, "jupyter-lab"), {
    args: [
      "--no-browser",
      "--allow-root",
      "--ServerApp.ip=127.0.0.1",
      `--ServerApp.port=${port}`,
      "--IdentityProvider.token=",
      "--ServerApp.password=",
      `--ServerApp.root_dir=${root}`,
      "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
      "--LabApp.news_url=None",
    ],
    env: {
      JUPYTER_DATA_DIR: data,
      JUPYTER_CONFIG_DIR: join(home, "config"),
      JUPYTER_RUNTIME_DIR: join(home, "runtime"),
      JUPYTERLAB_SETTINGS_DIR: join(home, "settings"),
      JUPYTERLAB_WORKSPACES_DIR: join(home, "workspaces"),
      HOME: home,
      DENO_DIR: await denoDir(),
    },
    cwd: root,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    const url = `http://127.0.0.1:${port}`;
    await until("JupyterLab", () => fetch(`${url}/api`).then((response) => response.json()));
    await use({ url, root });
  } finally {
    lab.kill("SIGTERM"); // it ends its kernels first
    const timer = setTimeout(() => lab.kill("SIGKILL"), 15_000);
    await lab.status;
    clearTimeout(timer);
    await Deno.remove(home, { recursive: true });
    await Deno.remove(root, { recursive: true });
  }
}

/** What the page shows of each code cell. */
interface Shown {
  prompt: string;
  outputs: number;
  errors: string[];
  /** Alternative texts of the images that are really drawn. */
  images: string[];
  /** Captions of the tables that are really drawn. */
  tables: string[];
}

async function runAllInLab(page: Page, lab: Lab, name: string): Promise<Shown[]> {
  await page.goto(`${lab.url}/lab/tree/${name}?reset`);
  await page.waitForSelector(".jp-NotebookPanel .jp-CodeCell", { timeout: 120_000 });
  // the indicator says idle before there is a kernel; Run All would then ask for one
  await page.waitForFunction(
    `document.querySelector(".jp-NotebookPanel .jp-KernelName")?.textContent === "Deno" &&
      document.querySelector("#jp-main-statusbar")?.textContent.includes("Deno | Idle")`,
    { timeout: 120_000 },
  );
  await page.locator("::-p-xpath(//*[contains(@class, 'lm-MenuBar-itemLabel')][text()='Run'])")
    .click();
  await page.locator("li[data-command='runmenu:run-all']").click();
  await page.waitForFunction(
    `[...document.querySelectorAll(".jp-NotebookPanel .jp-CodeCell .jp-InputPrompt")]
      .every((prompt) => /^\\[\\d+\\]:$/.test(prompt.textContent))`,
    { timeout: 240_000 },
  ).catch(async (error) => {
    const state = await page.evaluate(
      `[...document.querySelectorAll(".jp-NotebookPanel .jp-CodeCell .jp-InputPrompt")]
        .map((prompt) => prompt.textContent).join(" ") + "\\n" + document.body.innerText`,
    );
    throw new Error(`the notebook did not run to its end: ${state}`, { cause: error });
  });
  return await page.evaluate(`Promise.all(
    [...document.querySelectorAll(".jp-NotebookPanel .jp-CodeCell")].map(async (cell) => ({
      prompt: cell.querySelector(".jp-InputPrompt").textContent,
      outputs: cell.querySelectorAll(".jp-OutputArea-child").length,
      errors: [...cell.querySelectorAll("[data-mime-type='application/vnd.jupyter.error']")]
        .map((error) => error.textContent),
      images: (await Promise.all([...cell.querySelectorAll(".jp-OutputArea img")].map(
        async (image) => {
          await image.decode();
          return image.naturalWidth > 0 && image.getBoundingClientRect().width > 0
            ? image.alt : "not drawn";
        },
      ))),
      tables: [...cell.querySelectorAll(".jp-OutputArea table")].map((table) =>
        table.getBoundingClientRect().width > 0 ? table.caption?.textContent : "not drawn"),
    })),
  )`) as Shown[];
}

Deno.test({
  name: "JupyterLab: open, Run All, and every output and figure is there",
  ignore: !browser.ready || !python.ready,
  fn: async () => {
    assert(browser.ready && python.ready);
    const [run] = await runNotebooks([startHere]);
    assert.equal(run.status, "completed", run.status === "failed" ? run.sentence : "");
    const expected = shownBy(run.notebook);

    await withLab(python.bin, async (lab) => {
      await writeNotebook(join(lab.root, basename(startHere)), withOtherOutputs(run.notebook));
      const chromium = await puppeteer.launch(browser.launch);
      try {
        const page = await chromium.newPage();
        await page.setViewport({ width: 1400, height: 1000 });
        const shown = await runAllInLab(page, lab, basename(startHere));
        assert.deepEqual(shown, expected);
        assert(shown.some((cell) => cell.images.length > 0), "the notebook has no figure");
        assert(shown.some((cell) => cell.tables.length > 0), "the notebook has no table");
      } finally {
        await chromium.close();
      }
    });
  },
});

/** The notebook as a reader may get it: with outputs, which a run has to replace. */
function withOtherOutputs(notebook: Notebook): Notebook {
  const cells = notebook.cells.map((cell): Cell =>
    cell.cell_type !== "code" ? cell : {
      ...cell,
      execution_count: null,
      outputs: ["one", "two", "three"].map((evalue) => ({
        output_type: "error",
        ename: "Earlier",
        evalue,
        traceback: [],
      })),
    }
  );
  return { ...notebook, cells };
}

/** What a page must show of an executed notebook. */
function shownBy(notebook: Notebook): Shown[] {
  return notebook.cells.filter((cell) => cell.cell_type === "code").map((cell) => ({
    prompt: `[${cell.execution_count}]:`,
    outputs: cell.outputs.length,
    errors: [],
    images: inHtml(cell.outputs, /<img\b[^>]*\balt="([^"]*)"/g),
    tables: inHtml(cell.outputs, /<caption[^>]*>([^<]*)</g),
  }));
}

function inHtml(outputs: readonly Output[], pattern: RegExp): string[] {
  return outputs.flatMap((output) =>
    "data" in output
      ? [...String(output.data["text/html"] ?? "").matchAll(pattern)].map(([, text]) => plain(text))
      : []
  );
}

function plain(html: string): string {
  const characters: Record<string, string> = {
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    "#39": "'",
  };
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name]);
}

async function until<T>(what: string, look: () => Promise<T>): Promise<T> {
  for (let i = 0; i < 600; i++) {
    try {
      return await look();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  throw new Error(`waited in vain for ${what}`);
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** The kernel is to use the modules that are here already. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
