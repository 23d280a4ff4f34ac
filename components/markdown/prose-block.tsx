import { clsx } from "clsx";
import { memo, type ReactElement } from "react";
import Markdown, { type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { proseFormulas } from "#lib/playground/markdown/formulas/prose-formulas.ts";
import { shieldFormulas, unshieldFormulas } from "#lib/playground/markdown/formulas/table-formulas.ts";
import { inlineFootnotes } from "#lib/playground/markdown/inline-footnotes.ts";
import { limitDepth } from "#lib/playground/markdown/limits/limit-depth.ts";
import { exceedsParseLimits } from "#lib/playground/markdown/limits/parse-limits.ts";
import { markCaret } from "#lib/playground/markdown/mark-caret.ts";
import { growingElements, settledElements } from "./prose-elements.tsx";

interface ProseBlockProps {
  /** Markdown to parse. */
  source: string;
  /** Labels of its footnotes, separated by spaces. */
  footnotes: string;
  /** True while text arrives here: the caret is at its end. */
  growing: boolean;
  settled: boolean;
  continues?: boolean;
  listStart?: number;
  heading?: boolean;
}

/** One block of prose. All props are plain values, so an unchanged block is not parsed again. */
export const ProseBlock = memo(function ProseBlock(props: ProseBlockProps) {
  const { source, growing, continues, heading } = props;
  return (
    <div
      className={clsx(
        "markdown-block markdown-prose",
        continues && "markdown-continues",
        heading && "markdown-heading",
      )}
    >
      {render(props) ?? <p className={clsx("whitespace-pre-wrap", growing && "markdown-caret")}>{source}</p>}
    </div>
  );
});

/** Returns the parsed block, or undefined when the text should not be parsed. */
function render({ source, footnotes, growing, settled, listStart }: ProseBlockProps): ReactElement | undefined {
  if (exceedsParseLimits(source)) return undefined;
  const shielded = shieldFormulas(source);
  const options: Options = {
    children: shielded,
    remarkPlugins: [
      [remarkGfm, { singleTilde: false }],
      proseFormulas,
      ...(shielded === source ? [] : [unshieldFormulas]),
      [inlineFootnotes, { labels: footnotes }],
      limitDepth,
    ],
    rehypePlugins: growing ? [markCaret] : [],
    components: settled ? settledElements : growingElements,
    // The elements themselves check which addresses they allow.
    urlTransform: (url) => url,
  };
  if (listStart !== undefined) options.rehypePlugins = [...(options.rehypePlugins ?? []), [createListStart, listStart]];
  try {
    // Called and not rendered, so that parser errors are caught here and the source is shown.
    return Markdown(options);
  } catch {
    return undefined;
  }
}

/**
 * Rehype plugin that continues the numbering of an ordered list from its previous slice, whatever its own numbers are.
 */
function createListStart(start: number) {
  return (root: { children: { tagName?: string; properties?: Record<string, unknown> }[] }) => {
    const list = root.children.find((child) => child.tagName === "ol");
    if (list) list.properties = { ...list.properties, start };
  };
}
