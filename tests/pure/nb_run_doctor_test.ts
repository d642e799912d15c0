import assert from "node:assert/strict";
import { UserError } from "../../lib/base/errors.ts";
import { diagnose, type Machine } from "../../lib/notebook/doctor.ts";
import { kernelEnvironment } from "../../lib/notebook/kernel/environment.ts";
import { jupyterDataFolder } from "../../lib/notebook/kernel/kernelspec.ts";

const healthy: Machine = {
  denoVersion: "2.9.6",
  startKernel: () => Promise.resolve({ seconds: 0.3, diesWithParent: true }),
  kernelspec: () =>
    Promise.resolve({ path: "kernel.json", argv: ["deno"], env: { ...kernelEnvironment } }),
  isProgram: () => Promise.resolve(true),
  jupyterLab: () => Promise.resolve("4.6.6"),
  fetchNpm: () => Promise.resolve(),
  fetchJsr: () => Promise.resolve(),
  folders: [{ what: "Notebooks", path: "here" }],
  canWrite: () => Promise.resolve(true),
};

Deno.test("a healthy machine has no finding but ok", async () => {
  const findings = await diagnose(healthy);
  assert.deepEqual([...new Set(findings.map((each) => each.status))], ["ok"]);
  assert.equal(findings.length, 7);
  assert(findings.every((each) => each.mend === null));
});

const sick: [string, Partial<Machine>, string, RegExp, string][] = [
  [
    "an old Deno",
    { denoVersion: "2.8.3" },
    "failure",
    /2\.8\.3, older than 2\.9\.0/,
    "deno upgrade",
  ],
  [
    "a kernel that does not start",
    {
      startKernel: () =>
        Promise.reject(Object.assign(new Error("ended with exit status 1"), { stderr: "no disk" })),
    },
    "failure",
    /the kernel ended with exit status 1: no disk/,
    "deno upgrade",
  ],
  [
    "a kernel that Jupyter does not know",
    { kernelspec: () => Promise.resolve(null) },
    "warning",
    /not registered/,
    "deno task corebook nb kernel install",
  ],
  [
    "a kernel whose Deno is gone",
    { isProgram: () => Promise.resolve(false) },
    "failure",
    /kernel\.json names deno, which is not there/,
    "deno task corebook nb kernel install",
  ],
  [
    "a kernel that Deno registered itself",
    { kernelspec: () => Promise.resolve({ path: "kernel.json", argv: ["deno"], env: {} }) },
    "warning",
    /does not set NO_COLOR=1, TZ=UTC/,
    "deno task corebook nb kernel install",
  ],
  [
    "a broken description",
    { kernelspec: () => Promise.reject(new UserError("Cannot read kernel.json")) },
    "failure",
    /Cannot read kernel\.json/,
    "deno task corebook nb kernel install",
  ],
  [
    "no JupyterLab",
    { jupyterLab: () => Promise.resolve(null) },
    "warning",
    /not installed/,
    "pip install jupyterlab",
  ],
  [
    "no npm",
    { fetchNpm: () => Promise.reject(new Error("no answer within 20 s")) },
    "warning",
    /not reachable.*no answer within 20 s/,
    "export NPM_CONFIG_REGISTRY=<a registry that you can reach>",
  ],
  [
    "a folder that is not writable",
    { canWrite: () => Promise.resolve(false) },
    "failure",
    /here is not writable/,
    "chmod u+rwx here",
  ],
];

for (const [what, change, status, found, mend] of sick) {
  Deno.test(`the doctor finds ${what} and how to mend it`, async () => {
    const findings = await diagnose({ ...healthy, ...change });
    const wrong = findings.filter((each) => each.status !== "ok");
    assert.equal(wrong.length, 1);
    assert.equal(wrong[0].status, status);
    assert.match(wrong[0].found, found);
    assert.equal(wrong[0].mend, mend);
  });
}

Deno.test("without the network neither npm nor JSR is asked", async () => {
  const findings = await diagnose({ ...healthy, fetchNpm: null, fetchJsr: null });
  assert(!findings.some(({ check }) => check === "npm" || check === "JSR"));
});

Deno.test("Jupyter's data folder, on each system", () => {
  const folder = (os: typeof Deno.build.os, variables: Record<string, string>) =>
    jupyterDataFolder({ os, env: (name) => variables[name] });
  assert.equal(folder("linux", { HOME: "/h" }), "/h/.local/share/jupyter");
  assert.equal(folder("linux", { HOME: "/h", XDG_DATA_HOME: "/x" }), "/x/jupyter");
  assert.equal(folder("linux", { HOME: "/h", JUPYTER_DATA_DIR: "/j" }), "/j");
  assert.equal(folder("darwin", { HOME: "/h" }), "/h/Library/Jupyter");
  assert.match(folder("windows", { APPDATA: "C:\\a" }), /^C:\\a.jupyter$/);
});
