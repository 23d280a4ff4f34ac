/** KaTeX, its style sheet and its fonts: loaded with the first formula (use-formula.ts), never before. */
import "katex/dist/katex.min.css";
import katex, { ParseError } from "katex";
import type { FormulaSource } from "#lib/playground/markdown/formulas/formula-source.ts";
import { createLruCache } from "#lib/playground/markdown/lru-cache.ts";

/** Either the formula as HTML with MathML for screen readers, or why it cannot be shown. */
export type RenderedFormula = { html: string } | { problem: string };

const cache = createLruCache<RenderedFormula>(4_000_000);

/** Renders TeX. Models repeat formulas, and a message is opened more than once, so what was rendered is kept. */
export function renderFormula({ tex, display }: FormulaSource): RenderedFormula {
  const key = `${display ? "block" : "inline"} ${tex}`;
  const known = cache.get(key);
  if (known) return known;
  const rendered = render({ tex, display });
  cache.set(key, rendered, tex.length + ("html" in rendered ? rendered.html.length : 0));
  return rendered;
}

function render({ tex, display }: FormulaSource): RenderedFormula {
  try {
    const html = katex.renderToString(tex, {
      displayMode: display,
      output: "htmlAndMathml",
      // No links, no images, no classes or styles of the model's.
      trust: false,
      strict: "ignore",
      // What it does not know is shown as it was written.
      errorColor: "currentColor",
      // Macros that double at each step, and boxes as large as a house.
      maxExpand: 300,
      maxSize: 20,
    });
    return { html };
  } catch (error) {
    return { problem: error instanceof ParseError ? error.message : "This formula cannot be shown." };
  }
}
