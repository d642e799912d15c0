import type { Notebook, Output } from "../../lib/notebook/ipynb.ts";
import { codeNotebook } from "./code_cell.ts";

/** Code and what it must leave behind, for cell `n`; each kind of output in turn. */
const kinds: ((n: number) => [string, Output[]])[] = [
  (n) => [
    `console.log("a${n}");\nconsole.log("b${n}");\n${n} + 0.5`,
    [stream("stdout", `a${n}\nb${n}\n`), result(n, `${n}.5`)],
  ],
  (n) => [
    `await Deno.jupyter.display({ "text/html": "<b>${n}</b>" }, { raw: true });\n${n} + 0.25`,
    [display({ "text/html": `<b>${n}</b>` }), result(n, `${n}.25`)],
  ],
  (n) => [
    `await new Promise((resolve) => setTimeout(resolve, 1));\nconsole.error("e${n}");\n"t${n}"`,
    [stream("stderr", `e${n}\n`), result(n, `"t${n}"`)],
  ],
  (n) => [
    `console.log("${n} ".repeat(10_000));\nconsole.log("end ${n}");`,
    [stream("stdout", `${`${n} `.repeat(10_000)}\nend ${n}\n`)],
  ],
  (n) => [
    `await Deno.jupyter.display({ "text/plain": "0" }, { raw: true, display_id: "d${n}" });\n` +
    `await Deno.jupyter.display({ "text/plain": "${n}" }, ` +
    `{ raw: true, display_id: "d${n}", update: true });`,
    [display({ "text/plain": `${n}` })],
  ],
  (n) => [
    `await Deno.jupyter.display({ "application/json": { n: ${n} } }, { raw: true });\n` +
    `console.log("o${n}");\nconsole.error("e${n}");`,
    [
      display({ "application/json": { n } }),
      stream("stdout", `o${n}\n`),
      stream("stderr", `e${n}\n`),
    ],
  ],
];

/** A notebook of `count` short cells with mixed outputs, and the outputs that each must have. */
export function mixedNotebook(count: number): { notebook: Notebook; expected: Output[][] } {
  const cells = Array.from({ length: count }, (_, index) => kinds[index % kinds.length](index + 1));
  return {
    notebook: codeNotebook(cells.map(([source]) => source)),
    expected: cells.map(([, outputs]) => outputs),
  };
}

/** The notebook with neighbouring parts of one stream joined, which nbconvert leaves apart. */
export function withJoinedStreams(notebook: Notebook): Notebook {
  const joined = structuredClone(notebook);
  for (const cell of joined.cells) {
    if (cell.cell_type !== "code") continue;
    cell.outputs = cell.outputs.reduce<Output[]>((outputs, output) => {
      const last = outputs.at(-1);
      const isSame = output.output_type === "stream" && last?.output_type === "stream" &&
        last.name === output.name;
      if (!isSame) return [...outputs, output];
      last.text += output.text;
      return outputs;
    }, []);
  }
  return joined;
}

/** How many of the outputs are not in their cell, are there too much, and how many cells are wrong. */
export function compareOutputs(notebook: Notebook, expected: Output[][]) {
  const missing = { outputs: 0, extra: 0, cells: 0 };
  notebook.cells.forEach((cell, index) => {
    const found = cell.cell_type === "code" ? cell.outputs.map((each) => JSON.stringify(each)) : [];
    const wanted = expected[index].map((each) => JSON.stringify(each));
    if (JSON.stringify(found) === JSON.stringify(wanted)) return;
    missing.cells++;
    missing.outputs += wanted.filter((each) => !found.includes(each)).length;
    missing.extra += found.filter((each) => !wanted.includes(each)).length +
      Math.max(0, found.length - new Set(found).size);
  });
  return missing;
}

function stream(name: string, text: string): Output {
  return { output_type: "stream", name, text };
}

function display(data: Record<string, unknown>): Output {
  return { output_type: "display_data", data, metadata: {} };
}

function result(count: number, text: string): Output {
  return {
    output_type: "execute_result",
    execution_count: count,
    data: { "text/plain": text },
    metadata: {},
  };
}

/** Runs `work` while every core is busy with loops of other processes. */
export async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  const loops = Array.from(
    { length: navigator.hardwareConcurrency },
    () => new Deno.Command(Deno.execPath(), { args: ["eval", "for (;;);"] }).spawn(),
  );
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill("SIGKILL");
    await Promise.all(loops.map((loop) => loop.status));
  }
}
