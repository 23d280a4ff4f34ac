/** KaTeX with its style sheet and fonts, loaded with the first formula (use-formula.ts). */
import "katex/dist/katex.min.css";
import katex, { ParseError } from "katex";
import type { FormulaSource } from "#lib/playground/markdown/formulas/formula-source.ts";
import { createLruCache } from "#lib/playground/markdown/lru-cache.ts";

/** The formula as HTML with MathML for screen readers, or the reason that it cannot be shown. */
export type RenderedFormula = { html: string } | { problem: string };

const cache = createLruCache<RenderedFormula>(4_000_000);

/** Renders TeX. Cached, because models repeat formulas and messages are opened more than once. */
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
      // Disables links, images, classes and styles set by the model.
      trust: false,
      strict: "ignore",
      // Unknown commands are shown as written.
      errorColor: "currentColor",
      // Limits macros that double at each step, and oversized boxes.
      maxExpand: 300,
      maxSize: 20,
    });
    return { html };
  } catch (error) {
    return { problem: error instanceof ParseError ? error.message : "This formula can’t be shown." };
  }
}
