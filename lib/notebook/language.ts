import type { Notebook } from "./ipynb.ts";

/** The language of a notebook's code, in lower case: `typescript` unless it says otherwise. */
export function codeLanguageOf({ metadata }: Notebook): string {
  const { kernelspec, language_info } = metadata as Record<
    string,
    { language?: unknown; name?: unknown } | undefined
  >;
  return String(kernelspec?.language ?? language_info?.name ?? "typescript").toLowerCase();
}

/** Whether code of that language can be parsed as TypeScript. */
export function isTypeScript(language: string): boolean {
  return /^(typescript|javascript|ts|js|tsx|jsx)$/.test(language);
}
