/**
 * The Markdown of shared pages as HTML. A page does not change and anyone with its link may load it again and again: what
 * was rendered is kept, and between two groups of blocks other requests have their turn.
 */
import { createContext, useContext } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { SharedPage } from "#lib/contract/shared-page.ts";
import { createLruCache } from "#lib/playground/markdown/lru-cache.ts";
import { advanceSplit, emptySplit } from "#lib/playground/markdown/split-blocks.ts";
import { BlockGroup, type BlockGroupProps } from "../markdown/block-group.tsx";
import { MARKDOWN, toGroups } from "../markdown/markdown-stream.tsx";
import { Still } from "../markdown/still-context.ts";

/** Characters, of the texts and of their HTML: a few dozen long conversations. */
const MOST_KEPT = 16_000_000;
/** Characters. */
const MOST_IN_A_TURN = 8_000;
const kept = createLruCache<string>(MOST_KEPT);

const RenderedContext = createContext<ReadonlyMap<string, string>>(new Map());

/** Around a page: the HTML of each of its texts. */
export const Rendered = RenderedContext.Provider;

/** Renders the texts of a page, before the page itself is rendered. @returns their HTML by the text */
export async function renderMarkdown({ turns }: SharedPage): Promise<Map<string, string>> {
  const rendered = new Map<string, string>();
  for (const turn of turns) {
    if (turn.role !== "assistant") continue;
    const texts = turn.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    for (const text of [...texts, ...(turn.reasoning ? [turn.reasoning.text] : [])]) {
      rendered.set(text, kept.get(text) ?? (await render(text)));
    }
  }
  return rendered;
}

/** Markdown that was rendered before the page. */
export function RenderedMarkdown({ text }: { text: string }) {
  const html = useContext(RenderedContext).get(text) ?? "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React, from Markdown that lets no markup through.
  return <div className={MARKDOWN} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Returns the group as one, or by its blocks where rendering it would take long: 16,000 characters of links take 180 ms. */
function inTurns(group: BlockGroupProps): BlockGroupProps[] {
  const characters = group.blocks.reduce((sum, { raw }) => sum + raw.length, 0);
  if (characters <= MOST_IN_A_TURN) return [group];
  return group.blocks.map((block) => ({ ...group, blocks: [block], settledCount: 1 }));
}

async function render(text: string): Promise<string> {
  const groups: string[] = [];
  for (const group of toGroups(advanceSplit(emptySplit, { text, final: true }), false).flatMap(inTurns)) {
    groups.push(
      renderToStaticMarkup(
        <Still value={true}>
          <BlockGroup {...group} />
        </Still>,
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  const html = groups.join("");
  kept.set(text, html, text.length + html.length);
  return html;
}
