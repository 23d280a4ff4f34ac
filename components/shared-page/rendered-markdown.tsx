/**
 * The Markdown of shared pages as HTML. A page does not change and anyone with its link may load it again and again: what
 * was rendered is kept, and between two texts other requests have their turn.
 */
import { renderToStaticMarkup } from "react-dom/server";
import type { SharedPage } from "#lib/contract/shared-page.ts";
import { createLruCache } from "#lib/playground/markdown/lru-cache.ts";
import { MarkdownStream } from "../markdown/markdown-stream.tsx";
import { Still } from "../markdown/still-context.ts";

/** Characters, of the texts and of their HTML: a few dozen long conversations. */
const MOST_KEPT = 16_000_000;
const kept = createLruCache<string>(MOST_KEPT);

/** Renders what a page has of it, before the page itself is written. */
export async function prepareMarkdown({ turns }: SharedPage): Promise<void> {
  for (const turn of turns) {
    if (turn.role !== "assistant") continue;
    const texts = turn.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    for (const text of [...texts, ...(turn.reasoning ? [turn.reasoning.text] : [])]) {
      if (kept.get(text) !== undefined) continue;
      render(text);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Markdown that is rendered once for all who read it. */
export function RenderedMarkdown({ text }: { text: string }) {
  const html = kept.get(text) ?? render(text);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React, from Markdown that lets no markup through.
  return <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}

function render(text: string): string {
  const html = renderToStaticMarkup(
    <Still value={true}>
      <MarkdownStream text={text} live={false} />
    </Still>,
  );
  kept.set(text, html, text.length + html.length);
  return html;
}
