/** A formula without its delimiters. `display`: set larger and, with `\[…\]` or a block, on a line of its own. */
export interface FormulaSource {
  tex: string;
  display: boolean;
}

/** Removes the delimiters `\(…\)`, `\[…\]`, `$$…$$` or `$…$`. `block`: the formula has its lines to itself. */
export function readFormulaSource(source: string, { block }: { block: boolean }): FormulaSource {
  const trimmed = source.trim();
  const width = /^\$(?!\$)/.test(trimmed) ? 1 : 2;
  return { tex: trimmed.slice(width, -width).trim(), display: block || trimmed.startsWith("\\[") };
}
