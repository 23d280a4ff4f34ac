import { clsx } from "clsx";
import { memo } from "react";
import { readFormulaSource } from "#lib/playground/markdown/formulas/formula-source.ts";
import { visibleText } from "#lib/playground/markdown/visible-text.ts";
import { ScrollBox } from "./scroll-box.tsx";
import { useFormula } from "./use-formula.ts";

/** An inline formula, written with its delimiters. */
export const InlineFormula = memo(function InlineFormula({ source }: { source: string }) {
  const formula = readFormulaSource(source, { block: false });
  const rendered = useFormula(formula);
  if (!rendered || "problem" in rendered) return <FormulaText source={source} problem={rendered?.problem} />;
  if (!formula.display) return <Html html={rendered.html} />;
  return (
    <ScrollBox inline label="Formula" className="block overflow-x-auto overflow-y-hidden py-1">
      <Html html={rendered.html} />
    </ScrollBox>
  );
});

/** A display formula on its own lines. Shown as text until it is complete. */
export const FormulaBlock = memo(function FormulaBlock({ raw, closed }: { raw: string; closed: boolean }) {
  const source = visibleText(raw.trim());
  return closed ? (
    <ClosedFormula source={source} />
  ) : (
    <p className="markdown-block markdown-caret whitespace-pre-wrap text-muted-foreground">{source}</p>
  );
});

function ClosedFormula({ source }: { source: string }) {
  const rendered = useFormula(readFormulaSource(source, { block: true }));
  return (
    <ScrollBox
      label="Formula"
      // The height of most formulas, so that text below does not move when the renderer is loaded.
      className="markdown-block flex min-h-14 items-center overflow-x-auto overflow-y-hidden py-1"
    >
      <div className="min-w-max flex-1">
        {!rendered || "problem" in rendered ? (
          <div className="w-0 min-w-full whitespace-pre-wrap">
            <FormulaText source={source} problem={rendered?.problem} />
          </div>
        ) : (
          <Html html={rendered.html} />
        )}
      </div>
    </ScrollBox>
  );
}

/** The source of a formula: shown until the renderer is loaded, and for invalid TeX. */
function FormulaText({ source, problem }: { source: string; problem?: string }) {
  return (
    <span title={problem} className={clsx("text-muted-foreground", problem && "font-mono text-[0.87em]")}>
      {source}
    </span>
  );
}

function Html({ html }: { html: string }) {
  // KaTeX writes this HTML and escapes the model's text in it (render-formula.ts sets `trust: false`).
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer returns only HTML
  return <span className="relative" dangerouslySetInnerHTML={{ __html: html }} />;
}
