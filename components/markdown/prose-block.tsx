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
  /** The Markdown to parse. */
  source: string;
  /** Labels of the footnotes in it, joined by spaces. */
  footnotes: string;
  /** Text is arriving here: the caret stands at its end. */
  growing: boolean;
  settled: boolean;
  continues?: boolean;
  listStart?: number;
  heading?: boolean;
}

/** One block of prose. All properties are plain values, so a block that did not change is not parsed again. */
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

/** The parsed block, or undefined where no parser should be let loose on it. */
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
    // The elements decide by themselves which addresses they let through.
    urlTransform: (url) => url,
  };
  if (listStart !== undefined) options.rehypePlugins = [...(options.rehypePlugins ?? []), [startListAt, listStart]];
  try {
    // Called rather than rendered, so that what the parser throws on is caught here and shown as it was written.
    return Markdown(options);
  } catch {
    return undefined;
  }
}

/** Rehype plugin: a slice of an ordered list counts on from the slice before it, whatever its own numbers say. */
function startListAt(start: number) {
  return (root: { children: { tagName?: string; properties?: Record<string, unknown> }[] }) => {
    const list = root.children.find((child) => child.tagName === "ol");
    if (list) list.properties = { ...list.properties, start };
  };
}
