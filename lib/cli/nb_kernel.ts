import { Command } from "commander";

/** `nb kernel`: the kernel as JupyterLab, Notebook and VS Code see it. */
export function nbKernelCommand(): Command {
  const install = new Command("install")
    .description("Register the Deno kernel with the environment that makes outputs clean")
    .option("--prefix <dir>", "a Python environment, in place of the user's own folder")
    .addHelpText("after", installHelp)
    .action(async ({ prefix }: { prefix?: string }) => {
      const { join } = await import("node:path");
      const { installKernelspec, jupyterDataFolder } = await import(
        "../notebook/kernel/kernelspec.ts"
      );
      const folder = prefix === undefined ? jupyterDataFolder() : join(prefix, "share", "jupyter");
      const { path } = await installKernelspec(folder);
      console.log(`Registered the kernel "deno": ${path}`);
    });
  return new Command("kernel").description("Register the Deno kernel").addCommand(install);
}

const installHelp = `
JupyterLab, Notebook and VS Code find it at their next start.

Examples:
  corebook nb kernel install
  corebook nb kernel install --prefix .venv`;
