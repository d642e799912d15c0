/** Every rule of `nb check`: what it finds, why that matters, and how to mend it. */
export const rules = {
  "syntax": {
    finds: "code that cannot be parsed",
    mend: "Mend the code; run as it is, it fails with no more than `Execution failed`.",
  },
  "type": {
    finds: "what the type checker objects to, all code cells taken together",
    mend: "Mend the code or its types; the kernel itself never checks them.",
  },
  "last-result": {
    finds: "a last expression whose result is shown",
    mend:
      "Write `await show(...)`: the kernel can send such a result after the cell's end, where " +
      "it is lost.",
  },
  "floating-promise": {
    finds: "a promise that nothing awaits",
    mend:
      "Put `await` before it, or `void` if nobody needs its end; its failure would pass unseen.",
  },
  "literal-import": {
    finds: "an import of `npm:`, `jsr:` or `https:` inside a cell",
    mend:
      "Name the package with its version in deno.json (`deno add`) and import it by that name: " +
      "such an import fails without a cause and changes the lock file.",
  },
  "deno-test": {
    finds: "`Deno.test` or `Deno.bench` in a cell",
    mend: "Move it to a file for `deno test`: in a cell a failing test is not reported.",
  },
  "import-meta": {
    finds: "`import.meta` in a cell",
    mend: "Move the code to a module, or use `Deno.cwd()`, which is the notebook's folder.",
  },
  "deno-name": {
    finds: "a cell that declares a `Deno` of its own",
    mend:
      "Give it another name: it hides the runtime's `Deno` from every cell and module behind it.",
  },
  "redeclaration": {
    finds: "a name that an earlier cell declares in another way",
    mend:
      "Use the same keyword in both cells or another name: the kernel refuses the later cell with " +
      "a SyntaxError.",
  },
  "cell-id": {
    finds: "cell ids that are missing, null, doubled, or not allowed in the file's format",
    mend: "Run `corebook nb fmt`, which keeps good ids and gives the others.",
  },
  "execution-count": {
    finds: "execution counts that no single run from the top can give",
    mend: "Run it again from the top: `corebook nb run --in-place`.",
  },
  "output-error": {
    finds: "a stored error that no `raises-exception` tag expects",
    mend: "Mend the cell and run it again, or tag it `raises-exception` if the error is meant.",
  },
  "output-pending": {
    finds: "a pending promise as a stored result",
    mend: "Put `await` before the expression and run it again.",
  },
  "output-missing": {
    finds: "an executed cell that shows something and has no output",
    mend: "Run it again with `corebook nb run`, which loses no output and hides no error.",
  },
  "output-size": {
    finds: "an output of 2 MB or more",
    mend:
      "Show a part of it, or write it to a file: larger messages can break the kernel's stream.",
  },
  "alt-text": {
    finds: "a picture without words for readers who do not see it",
    mend: "Say what it shows: `![words](...)`, `<img alt=...>`, or `show(figure, { alt })`.",
  },
  "parameters": {
    finds: "parameters that are given but not declared, or declared twice",
    mend: "Declare them in one code cell with the tag `parameters`, before the injected one.",
  },
} as const;

export type Rule = keyof typeof rules;
