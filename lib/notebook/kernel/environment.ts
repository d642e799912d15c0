/**
 * What the kernel's environment sets so that outputs are the same on every machine: no colour codes
 * in texts, UTC, plain sorting, no notice of newer versions. `nb run` and `nb kernel install` use
 * the same, so that a notebook gives the same outputs in JupyterLab.
 */
export const kernelEnvironment: Readonly<Record<string, string>> = {
  NO_COLOR: "1",
  TZ: "UTC",
  LC_ALL: "C.UTF-8",
  DENO_NO_UPDATE_CHECK: "1",
};
