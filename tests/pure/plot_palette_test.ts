import assert from "node:assert/strict";
import { project } from "../../lib/base/project.ts";
import {
  darkRules,
  dotOpacity,
  ground,
  ink,
  neutral,
  palette,
} from "../../lib/present/plots/palette.ts";

type Scheme = "light" | "dark";

/** Shares of red, green and blue. */
const parts = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);

/** Contrast of two colours by WCAG 2.2, from 1 to 21. */
function contrast(one: number[], other: number[]): number {
  const [light, dark] = [one, other].map((color) => {
    const [r, g, b] = color.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  }).sort((a, b) => b - a);
  return light / dark;
}

Deno.test("contrast is as WCAG has it", () => {
  assert.equal(contrast(parts("#ffffff"), parts("#000000")), 21);
  assert.equal(contrast(parts("#777777"), parts("#ffffff")).toFixed(2), "4.48");
});

for (const scheme of ["light", "dark"] as Scheme[]) {
  Deno.test(`every mark stands out from the ${scheme} ground, and names in its colour can be read`, () => {
    const under = parts(ground[scheme]);
    for (const color of [...palette, ink]) {
      assert(contrast(parts(color[scheme]), under) >= 4.5, color[scheme]);
    }
    assert(contrast(parts(neutral[scheme]), under) >= 3);
    for (const color of palette) {
      const seen = parts(color[scheme]).map((part, at) =>
        dotOpacity * part + (1 - dotOpacity) * under[at]
      );
      assert(contrast(seen, under) >= 3, `a dot of ${color[scheme]}`);
    }
  });
}

Deno.test("a drawing has no colour without a counterpart on the dark ground", async () => {
  const known = [...palette, neutral, ground].map(({ light }) => light);
  for (const color of known) assert(darkRules().includes(`[fill="${color}"]`));
  const folder = `${project.root}tests/golden`;
  for await (const { name } of Deno.readDir(folder)) {
    if (!/^plot-.*\.svg$/.test(name)) continue;
    const svg = await Deno.readTextFile(`${folder}/${name}`);
    const used = [...svg.matchAll(/ (?:fill|stroke)="(#[^"]*)"/g)].map(([, color]) => color);
    assert.deepEqual(used.filter((color) => !known.includes(color)), [], name);
  }
});
