import assert from "node:assert/strict";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readTree } from "../../lib/archive/tree.ts";
import { engineOrSkip } from "../parts/engine.ts";
import { quickPlan } from "../runs/real_run.ts";
import { startRun } from "../runs/run_command.ts";

const engine = await engineOrSkip();

Deno.test({
  name: "no user, host or folder stands in a record",
  ignore: !engine.ready,
  fn: async () => {
    if (!engine.ready) return;
    const top = await Deno.makeTempDir();
    const home = join(top, "home", "jane-example");
    const parent = join(home, "records");
    const models = join(home, "secret-models");
    const modelFile = join(models, "tiny.gguf");
    await Deno.mkdir(models, { recursive: true });
    await Deno.mkdir(parent);
    await Deno.copyFile(engine.modelFile, modelFile);
    const env = {
      HOME: home,
      DENO_DIR: await packageCache(),
      USER: "jane-example",
      LOGNAME: "jane-example",
    };
    const run = await startRun(parent, quickPlan(), { ...engine, modelFile }, [], env);
    const { code, said } = await run.ended;
    assert.equal(code, 0, said);

    const host = Deno.hostname();
    const planted = ["jane-example", "secret-models", top, Deno.cwd()];
    if (host.length > 4) planted.push(host); // a shorter one may stand in any word
    const tree = (await readTree(parent)).filter(({ kind }) => kind === "file");
    assert(tree.some(({ name }) => name.endsWith(".log")), "the server's log is kept");
    for (const { name } of tree) {
      const bytes = await Deno.readFile(join(parent, name));
      const text = new TextDecoder().decode(name.endsWith(".gz") ? gunzipSync(bytes) : bytes);
      for (const word of planted) {
        assert(!`${name}\n${text}`.includes(word), `${name} holds ${word}`);
      }
      const path = /(?<![\w.:/])\/(?:home|root|tmp|usr|var|etc|opt|srv|work)\/[^\s"']*/.exec(text);
      assert.equal(path, null, `${name} holds a path`);
    }
    await Deno.remove(top, { recursive: true });
  },
});

/** Where this deno keeps its packages, so that another home does not fetch them anew. */
async function packageCache(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
