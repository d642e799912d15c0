import assert from "node:assert/strict";
import { cleanNotebook } from "../../lib/attach/clean_notebook.ts";
import { stripPng } from "../../lib/attach/strip_png.ts";
import {
  findSecret,
  machineSecrets,
  type Secrets,
  withoutSecrets,
} from "../../lib/attach/secrets.ts";
import { readTree } from "../../lib/archive/tree.ts";
import { gunzip } from "../../lib/base/gunzip.ts";
import { formatNotebook, type Notebook, type Output } from "../../lib/notebook/ipynb.ts";
import { join } from "node:path";
import { noSecrets, withAttachment } from "../records/attachment.ts";
import { codeCell } from "../notebooks/code_cell.ts";

/** A machine with things to hide; none of these words stands in the project's own texts. */
const secrets: Secrets = {
  names: { users: ["zofiaq"], hosts: ["kwarcbox"], folders: ["/srv/zq-work"] },
  values: ["blue-parrot-1987", "hunter2!"],
};
const planted = [
  "zofiaq",
  "kwarcbox",
  "/srv/zq-work",
  "/home/zofiaq",
  "blue-parrot-1987",
  "hunter2!",
  "sk-abcdefghijklmnopqrstuv",
  "hf_abcdefghijklmnopqrst",
  "ghp_abcdefghijklmnopqrstuvwxyz0123",
  "AKIAABCDEFGHIJKLMNOP",
  "pass:word@",
];
const text = "zofiaq@kwarcbox read /srv/zq-work/run.json and '/home/zofiaq/my notes/a.txt' with " +
  "blue-parrot-1987 hunter2! sk-abcdefghijklmnopqrstuv hf_abcdefghijklmnopqrst " +
  "ghp_abcdefghijklmnopqrstuvwxyz0123 AKIAABCDEFGHIJKLMNOP https://pass:word@example.org/x";
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title><g><g/></g></svg>`;
const svgData = new TextEncoder().encode(svg).toBase64();
const textChunk = new TextEncoder().encode("tEXtComment\u0000zofiaq");
const base64 = new TextEncoder().encode(text).toBase64();
const png = new Uint8Array([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  ...[0, 0, 0, textChunk.length - 4, ...textChunk, 0, 0, 0, 0],
  ...[0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0, 0, 0, 0],
]);

/** A notebook with one output in the given forms. */
function notebookWith(data: Record<string, unknown>): Notebook {
  const outputs: Output[] = [{ output_type: "display_data", data, metadata: {} }];
  return { metadata: {}, cells: [codeCell("a", "", { execution_count: 1, outputs })] };
}

const outputs: Output[] = [
  { output_type: "stream", name: "stdout", text },
  {
    output_type: "display_data",
    data: {
      "text/html": `<p title="${text.replaceAll("'", "")}">${text}</p>` +
        `<img src="data:image/svg+xml;base64,${svgData}" alt="a">` +
        `<img src="data:image/jpeg;base64,${base64}" alt="b">`,
      "image/svg+xml": svg,
      "image/png": png.toBase64(),
      "image/jpeg": base64,
      "text/plain": text,
      "application/json": { [text]: [text] },
    },
    metadata: { "image/png": { alt: text }, label: "own" },
  },
];

/** Whether a text holds one of the planted words, in whatever form it carries it. */
function found(text: string): string[] {
  const data = [...text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)].map(([base64]) => {
    try {
      return new TextDecoder().decode(Uint8Array.fromBase64(base64));
    } catch {
      return "";
    }
  });
  return planted.filter((word) => [text, ...data].some((one) => one.includes(word)));
}

Deno.test("this test sees what is planted", () => {
  assert.deepEqual(found(JSON.stringify(outputs[0])), planted);
  assert.deepEqual(found(svgData), planted);
  assert(found(png.toBase64()).includes("zofiaq"));
});

Deno.test("nothing that was planted in outputs, metadata and environment is in an attachment", () =>
  withAttachment({
    outputs,
    tools: {
      secrets,
      execute: async (path) => {
        const { readNotebook } = await import("../../lib/notebook/ipynb.ts");
        const notebook = await readNotebook(path);
        notebook.metadata.author = text;
        notebook.metadata.widgets = { state: text };
        for (const cell of notebook.cells) cell.metadata.execution = { host: "kwarcbox" };
        return { path, outPath: path, notebook, seconds: 0, status: "completed" };
      },
    },
  }, async ({ folder }) => {
    let files = 0;
    for (const { name, kind } of await readTree(folder)) {
      if (kind !== "file") continue;
      const bytes = await Deno.readFile(join(folder, name));
      const plain = name.endsWith(".gz")
        ? await new Blob(await Array.fromAsync(gunzip([bytes], name))).text()
        : new TextDecoder("latin1").decode(bytes);
      assert.deepEqual(found(plain), [], name);
      files++;
    }
    assert(files > 40);
  }));

Deno.test("an image inside a text is a PNG or an SVG without texts, or is not kept", () => {
  const jpeg = `data:image/jpeg;base64,${base64}`;
  const nested = new TextEncoder().encode(`<svg><image href="${jpeg}"/></svg>`).toBase64();
  const lines = png.toBase64().replace(/.{20}/g, "$&\n");
  const cases: [string, string][] = [
    [jpeg, "data:,"],
    [jpeg.replace("jpeg", "WebP;charset=utf-8"), "data:,"],
    [jpeg.replace(base64, base64.replace(/.{76}/g, "$&\n")), "data:,"],
    ["data:image/gif,GIF89a%20zofiaq", "data:,"],
    ["data:image/png;base64,zofiaq=zofiaq", "data:,"],
    [
      `data:image/svg+xml,${encodeURIComponent(`<svg a="kwarcbox"><i href="${jpeg}"/></svg>`)}`,
      `data:image/svg+xml,${encodeURIComponent('<svg a="<host>"><i href="data:,"/></svg>')}`,
    ],
    [
      `data:image/svg+xml;base64,${nested}`,
      `data:image/svg+xml;base64,${
        new TextEncoder().encode('<svg><image href="data:,"/></svg>').toBase64()
      }`,
    ],
    [`data:image/png;base64,${lines}`, `data:image/png;base64,${stripPng(png).toBase64()}`],
  ];
  for (const [from, to] of cases) {
    const notebook = notebookWith({ "text/html": `<img src="${from}" alt="a">` });
    assert(
      formatNotebook(cleanNotebook(notebook, secrets, "a")).includes(
        JSON.stringify(`<img src="${to}" alt="a">`),
      ),
      from,
    );
  }
});

Deno.test("what a number, a table or a drawing is made of is left as it is", () => {
  const drawing = '<svg><g aria-label="x"><path d="M1,2L3,4/5"/></g><g><line x1="1"/></g></svg>';
  const notebook = notebookWith({
    "text/html": "<td>171,22\u00a0tokena/s</td><td>1/2</td>",
    "image/svg+xml": drawing,
    "text/plain": "https://example.org/a/b 24.5 tokens/s",
    "application/json": { "time/s": 0.1234567890123, share: "1/2" },
  });
  assert.equal(formatNotebook(cleanNotebook(notebook, secrets, "a")), formatNotebook(notebook));
});

Deno.test("where the author's own cell holds a secret, nothing is made and the cell is named", () => {
  const cells = [codeCell("key", 'const token = "hunter2!";')];
  assert.throws(
    () => cleanNotebook({ metadata: {}, cells }, secrets, "a.ipynb"),
    /Cannot attach a\.ipynb: cell 1 \(key\) holds a value of the environment/,
  );
});

Deno.test("a secret that comes by any other way stops the attachment", () =>
  assert.rejects(
    withAttachment(
      { input: { title: "By zofiaq" }, tools: { secrets } },
      () => Promise.resolve(),
    ),
    /would hold a user or host name/,
  ));

Deno.test("what looks for secrets finds each kind and nothing in plain text", () => {
  for (const word of planted) {
    const told = word.endsWith("@") ? `https://${word}` : word;
    assert(findSecret(`x ${told}/y z`, secrets), word);
  }
  for (
    const plain of [
      "0.123 tokens/s at 2048 tokens",
      "https://example.org/home/page",
      "a key-value pair, sk-1, hf_model",
      "https://example.org/docs/srv/zq-work/page",
      "sha512-RIkLPsD7yTTM6hLPYqSrfbkGJPbnoJHyvmQnRwWHeAPB7nZRSEOoAopNl5lYQ==",
    ]
  ) assert.equal(findSecret(plain, secrets), null, plain);
  // as JSON and terminals write it, with no space before
  for (const before of ["", "'", "file://", "a\\n", "\\t", "\\u001b[36m"]) {
    const told = findSecret(`${before}/srv/zq-work/run.json`, secrets);
    assert.equal(told, "a folder of this machine", before);
  }
  assert.equal(findSecret("a\\n/home/zq/run.json", noSecrets), "a home folder");
  assert.equal(findSecret("zofiaq at kwarcbox", noSecrets), null);
  assert.equal(withoutSecrets("of kwarcbox", secrets), "of <host>");
});

Deno.test("of the environment, keys and long values are secrets, words of every text are none", () => {
  const held = {
    HF_TOKEN: "ab12cd",
    PGPASSWORD: "pa55word",
    "npm_config_//example.org/:_authToken": "blue-parrot",
    DB_PASS: "x!yyyy",
    LONG: "something of 16+ characters",
  };
  const open = {
    GIT_AUTHOR_NAME: "A. Name",
    XDG_SESSION_TYPE: "wayland-1",
    KEYBOARD: "pl-PL-2",
    TOX_PASSENV: "BLAS_*",
    AUTH: "enabled",
    CACHE_KEY: "20260131",
    PASS: "short",
    LANG: "pl_PL.UTF-8",
  };
  assert.deepEqual(machineSecrets({ ...held, ...open }).values, Object.values(held));
});

Deno.test("an account or host whose name is an everyday word does not refuse every text", () => {
  const names = { users: ["core", "node"], hosts: ["worker"], folders: ["/home/core"] };
  const common: Secrets = { names, values: [] };
  assert.equal(findSecret("the core of core-1.1 on a node, worker 3", common), null);
  assert.equal(findSecret("'/home/core/a.json'", common), "a folder of this machine");
});
