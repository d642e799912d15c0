import assert from "node:assert/strict";
import { join } from "node:path";
import { project } from "../../lib/base/project.ts";
import { denoNotebookMetadata, parseNotebook, writeNotebook } from "../../lib/notebook/ipynb.ts";
import { KernelConnection } from "../../lib/notebook/kernel/connection.ts";
import { Kernel } from "../../lib/notebook/kernel/kernel.ts";
import { KernelGone } from "../../lib/notebook/kernel/kernel_gone.ts";
import { freePorts } from "../../lib/notebook/kernel/process.ts";
import { inFolder } from "../in_folder.ts";
import { codeNotebook } from "../notebooks/code_cell.ts";

async function isAlive(pid: number): Promise<boolean> {
  return await Deno.stat(`/proc/${pid}`).then(() => true, () => false);
}

async function waitFor<T>(what: string, look: () => Promise<T | null | false>): Promise<T> {
  for (let i = 0; i < 1200; i++) {
    const found = await look();
    if (found !== null && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** A notebook whose first cell says who it is and starts a child, and whose second never ends. */
async function endlessNotebook(folder: string): Promise<string> {
  const path = join(folder, "endless.ipynb");
  const sources = [
    'const child = new Deno.Command("/bin/sleep", { args: ["600"] }).spawn();\n' +
    'Deno.writeTextFileSync("pids", `${Deno.pid} ${child.pid}\\n`);\nconsole.log("started");',
    "for (;;);",
  ];
  await writeNotebook(path, codeNotebook(sources));
  return path;
}

/** Runs the notebook by the command line and returns when its second cell is running. */
async function startTool(folder: string, env: Record<string, string> = {}) {
  const path = await endlessNotebook(folder);
  const tool = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      join(project.root, "lib/cli.ts"),
      "nb",
      "run",
      path,
      "--out",
      join(folder, "out"),
    ],
    cwd: project.root,
    env: { TMPDIR: folder, ...env }, // a tool that is killed removes nothing
    stdout: "null",
    stderr: "null",
  }).spawn();
  const pids = await waitFor("the kernel", async () => {
    const text = await Deno.readTextFile(join(folder, "pids")).catch(() => "");
    return text.endsWith("\n") && text.trim().split(" ").map(Number);
  });
  return { tool, kernelPid: pids[0], childPid: pids[1] };
}

for (const [how, path] of [["by the system", Deno.env.get("PATH")!], ["by itself", "/nowhere"]]) {
  Deno.test(`a kernel dies with the tool, ${how}`, () =>
    inFolder(async (folder) => {
      const { tool, kernelPid, childPid } = await startTool(folder, { PATH: path }).catch(
        (error) => {
          throw new Error(`${error.message} with PATH=${path}`);
        },
      );
      tool.kill("SIGKILL");
      await tool.status;
      await waitFor("the kernel's end", async () => !await isAlive(kernelPid));
      Deno.kill(childPid, "SIGKILL"); // a child of the kernel is its own master
    }));
}

Deno.test("notebooks tell the language as the kernel does, so that JupyterLab has nothing to save", () =>
  inFolder(async (folder) => {
    const kernel = await KernelConnection.start({ cwd: folder });
    try {
      const { content } = await kernel.request("kernel_info_request", {});
      assert.deepEqual(content.language_info, denoNotebookMetadata.language_info);
    } finally {
      await kernel.kill(new Error("the test ends"));
    }
  }));

Deno.test("Ctrl-C ends the kernel and its children, and what ran is written", () =>
  inFolder(async (folder) => {
    const { tool, kernelPid, childPid } = await startTool(folder);
    tool.kill("SIGINT");
    assert.equal((await tool.status).code, 130);
    assert.equal(await isAlive(kernelPid), false);
    await waitFor("the child's end", async () => !await isAlive(childPid));
    const written = parseNotebook(
      await Deno.readTextFile(join(folder, "out/endless.ipynb")),
      "endless.ipynb",
    );
    const texts = written.cells.flatMap((cell) =>
      cell.cell_type !== "code"
        ? []
        : cell.outputs.map((output) =>
          output.output_type === "stream"
            ? output.text
            : output.output_type === "error"
            ? output.evalue
            : output.output_type
        )
    );
    assert.deepEqual(texts, ["started\n", "the run was stopped"]);
  }));

Deno.test("a kernel that finds a port taken is started anew", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let calls = 0;
  const kernel = await Kernel.start({
    cwd: project.root,
    choosePorts: () => calls++ === 0 ? { ...freePorts(), shell: taken.addr.port } : freePorts(),
  });
  await using _ = kernel;
  assert.equal(calls, 2);
  assert.equal((await kernel.execute("1", () => {})).status, "ok");
});

Deno.test("a kernel in whose place another one listened that ends is started anew", async () => {
  const others = freePorts();
  await using other = await Kernel.start({ cwd: project.root, choosePorts: () => others });
  let calls = 0;
  await using kernel = await Kernel.start({
    cwd: project.root,
    choosePorts: () => {
      const ports = freePorts();
      if (calls++ > 0) return ports;
      // the kernel itself is told a port of its own, as if it were slow to find this one taken
      let reads = 0;
      return Object.defineProperty({ ...ports }, "shell", {
        enumerable: true,
        get: () => {
          if (reads++ === 0) return ports.shell;
          setTimeout(() => other.kill(), 500);
          return others.shell;
        },
      });
    },
  });
  assert.equal(calls, 2);
  assert.equal((await kernel.execute("1", () => {})).status, "ok");
});

Deno.test("a flag that Deno does not know is named", async () => {
  await assert.rejects(
    Kernel.start({ cwd: project.root, flags: ["--no-such-flag"] }),
    (error) =>
      error instanceof KernelGone && /exit status 1/.test(error.message) &&
      error.stderr.includes("--no-such-flag"),
  );
});

Deno.test("twelve kernels at once", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, async (_, index) => {
    await using kernel = await Kernel.start({ cwd: project.root });
    const texts: unknown[] = [];
    await kernel.execute(`console.log(${index})`, ({ content }) => texts.push(content.text));
    return texts;
  }));
  assert.deepEqual(answers, Array.from({ length: 12 }, (_, index) => [`${index}\n`]));
});
