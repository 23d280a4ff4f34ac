/** What a formula says without its delimiters. `display`: set larger and, with `\[…\]` or a block, on a line of its own. */
export interface FormulaSource {
  tex: string;
  display: boolean;
}

/** Takes the delimiters off `\(…\)`, `\[…\]` or `$$…$$`; `block`: the formula has its lines to itself. */
export function readFormulaSource(source: string, { block }: { block: boolean }): FormulaSource {
  const trimmed = source.trim();
  return { tex: trimmed.slice(2, -2).trim(), display: block || trimmed.startsWith("\\[") };
}
