import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addBag } from "../../lib/archive/add_bag.ts";
import { publications } from "../../lib/record/published_read.ts";
import { crateValidatorOrSkip } from "../parts/crate_validator.ts";
import { hastyFiles } from "../records/hasty_files.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";

const python = await crateValidatorOrSkip();
const script = fileURLToPath(new URL("../parts/validate_crate.py", import.meta.url));

/** What the validator finds in each folder. */
async function validate(...folders: string[]): Promise<Record<string, string[]>> {
  const { success, stdout, stderr } = await new Deno.Command(python!, {
    args: [script, ...folders],
  }).output();
  const text = new TextDecoder();
  assert(success, text.decode(stderr));
  return JSON.parse(text.decode(stdout).trim().split("\n").at(-1)!);
}

Deno.test({
  name: "an independent validator finds every description to be an RO-Crate 1.2",
  ignore: python === null,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const archive = join(folder, "archive");
      const options = {
        files: hastyFiles(),
        date: "2026-01-31",
        licence: { url: "https://spdx.org/licenses/MIT.html", name: "MIT License" },
        publisher: "The Corebook authors",
      };
      const source = await writeSealedRecord(folder);
      const whole = join(archive, await addBag(source, archive, options), "data");
      const printed = join(publications["historical-api-8b"].folder, "data");
      const damaged = join(source, "data");
      const crate = await Deno.readTextFile(join(whole, "ro-crate-metadata.json"));
      await Deno.writeTextFile(
        join(damaged, "ro-crate-metadata.json"),
        crate.replace(/"license": \{[^}]*\},/, ""),
      );
      const found = await validate(whole, printed, damaged);
      assert.deepEqual([found[whole], found[printed]], [[], []]);
      assert.match(found[damaged].join(), /license/, "the validator sees what is missing");
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
