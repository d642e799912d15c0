import assert from "node:assert/strict";
import { bundleOf } from "../../lib/notebook/show_bundle.ts";
import { kernel, outputLimitBytes, terminal } from "../../lib/notebook/show_front.ts";
import { live } from "../../lib/notebook/show_live.ts";
import { dataMime } from "../../lib/base/data_mime.ts";
import { UserError } from "../../lib/base/errors.ts";
import type { Clock } from "../../lib/base/clock.ts";

const textOf = async (value: unknown) => (await bundleOf(value)).data["text/plain"];

Deno.test("what the kernel would drop is shown as what it is", async () => {
  const shown = [null, undefined, NaN, Infinity, -Infinity, -0, 10n, true, ""];
  assert.deepEqual(
    await Promise.all(shown.map(textOf)),
    ["null", "undefined", "NaN", "Infinity", "-Infinity", "-0", "10n", "true", ""],
  );
  assert.equal(await textOf(Promise.resolve(7)), "7");
  assert.equal(await textOf("<b> stays text"), "<b> stays text");
  assert(!(await textOf(new Map([["a", 1]])) as string).includes("\u001b"));
});

Deno.test("records become a table; JSON keeps what it has no form for", async () => {
  const { data } = await bundleOf([{ name: "a_b|<i>", n: 10n }, {
    name: "c",
    n: null,
    extra: NaN,
  }]);
  assert.equal(data["text/plain"], "name        n  extra\na_b|<i>   10n\nc        null    NaN");
  assert.deepEqual(data[dataMime], [
    { name: "a_b|<i>", n: "10" },
    { name: "c", n: null, extra: "NaN" },
  ]);
  const html = String(data["text/html"]);
  assert(
    html.includes(
      'scope="col" style="text-align: left">name</th><th scope="col" class="number">n<',
    ),
  );
  assert(html.includes(">a_b|&lt;i&gt;</td>"));
  assert.equal(
    await textOf({ rounds: 5, path: null }),
    "name    value\nrounds      5\npath     null",
  );
  const frame = { columns: ["x", "y"], values: [[1, 2], [3, NaN]] };
  assert.equal(await textOf(frame), "x    y\n1    2\n3  NaN");
  const series = { columns: ["x"], values: [1, null], index: ["a", "b"] };
  assert.equal(await textOf(series), "index     x\na         1\nb      null");
});

Deno.test("a value's own forms are kept, with alt text and label as metadata", async () => {
  const figure = {
    alt: "Four points rise",
    label: "rise",
    [Symbol.for("Jupyter.display")]: () =>
      Promise.resolve({ "image/svg+xml": "<svg/>", "application/json": { n: 4n } }),
  };
  const own = await bundleOf(figure);
  assert.deepEqual(own.metadata, { "image/svg+xml": { alt: "Four points rise" }, label: "rise" });
  assert.deepEqual(own.data["application/json"], { n: "4" });
  const said = await bundleOf(figure, { alt: "Other words", label: "other" });
  assert.deepEqual(said.metadata, { "image/svg+xml": { alt: "Other words" }, label: "other" });

  const broken = { [Symbol.for("Jupyter.display")]: () => Promise.reject(new Error("no data")) };
  await assert.rejects(bundleOf(broken), /no data/);
});

Deno.test("an SVG element becomes an image that stands alone", async () => {
  const svg = {
    outerHTML: '<svg width="4" aria-label="A line"><text>a&nbsp;b</text></svg>',
    localName: "svg",
    textContent: "a b",
    namespaceURI: "http://www.w3.org/2000/svg",
    getAttribute: (name: string) => name === "aria-label" ? "A line" : null,
    querySelector: () => null,
  };
  const { data, metadata } = await bundleOf(svg);
  assert(String(data["image/svg+xml"]).startsWith('<svg xmlns="http://www.w3.org/2000/svg"'));
  assert(String(data["image/svg+xml"]).includes("a&#160;b"));
  assert.match(String(data["text/html"]), /^<img alt="A line" src="data:image\/svg\+xml;base64,/);
  assert.deepEqual(metadata, { "image/svg+xml": { alt: "A line" } });
});

Deno.test("an output of 2 MB is refused with its size, and not sent", async () => {
  const sent: string[] = [];
  const front = kernel((type) => Promise.resolve(void sent.push(type)));
  await assert.rejects(
    async () => await front.display(await bundleOf("ä".repeat(outputLimitBytes / 2))),
    (error) => error instanceof UserError && /has 2\.0 MB/.test(error.message) && !!error.advice,
  );
  assert.deepEqual(sent, []);
});

/** A clock that stands until it is set. */
function handClock(): Clock & { ms: number } {
  return {
    ms: 0,
    nowNs() {
      return this.ms * 1e6;
    },
    wallMs: () => 0,
    sleep: () => Promise.resolve(),
  };
}

Deno.test("a live display updates in place, no faster than its interval, and ends on the last", async () => {
  const sent: [string, unknown, unknown][] = [];
  const clock = handClock();
  const front = kernel((type, content) => {
    const { data, transient } = content as Record<string, Record<string, unknown>>;
    return Promise.resolve(void sent.push([type, data["text/plain"], transient.display_id]));
  });
  const progress = await live("0 of 3", { clock, front });
  clock.ms = 50;
  await progress.update("1 of 3");
  clock.ms = 120;
  await progress.update("2 of 3");
  await progress.update("3 of 3");
  await progress.end();
  const id = sent[0][2];
  assert.equal(typeof id, "string");
  assert.deepEqual(sent, [
    ["display_data", "0 of 3", id],
    ["update_display_data", "2 of 3", id],
    ["update_display_data", "3 of 3", id],
  ]);
});

Deno.test("outside a notebook the text form is printed", async () => {
  const lines: string[] = [];
  const front = terminal((text) => lines.push(text));
  const progress = await live("start", { front, intervalMs: 0 });
  await progress.update("start");
  await progress.end([{ a: 1 }]);
  assert.deepEqual(lines, ["start", "a\n1"]);
});
