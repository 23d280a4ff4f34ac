/**
 * Renders the Markdown of shared pages to HTML. Pages do not change and anyone with the link can load them often, so
 * the HTML is cached; other requests are processed between two groups of blocks.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { createContext, useContext } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { SharedPage } from "#lib/contract/shared-page.ts";
import { createLruCache } from "#lib/playground/markdown/lru-cache.ts";
import { advanceSplit, emptySplit } from "#lib/playground/markdown/split-blocks.ts";
import { BlockGroup, type BlockGroupProps } from "../markdown/block-group.tsx";
import { MARKDOWN, toGroups } from "../markdown/markdown-stream.tsx";
import { Still } from "../markdown/still-context.ts";

/** Cache limit in characters of the texts and their HTML: a few dozen long conversations. */
const MAXIMUM_CACHED_CHARACTERS = 16_000_000;
/** Largest group that is rendered at once, in characters. */
const MAXIMUM_GROUP_CHARACTERS = 8_000;
const kept = createLruCache<string>(MAXIMUM_CACHED_CHARACTERS);

const RenderedContext = createContext<ReadonlyMap<string, string>>(new Map());

/** Provides a page with the HTML of its texts. */
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

/** HTML of a text that `renderMarkdown` has rendered. */
export function RenderedMarkdown({ text }: { text: string }) {
  const html = useContext(RenderedContext).get(text) ?? "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React from Markdown that allows no markup.
  return <div className={MARKDOWN} dangerouslySetInnerHTML={{ __html: html }} />;
}

/**
 * Returns the group unchanged, or split into its blocks when it is large: 16,000 characters of links take 180 ms to
 * render.
 */
function splitGroup(group: BlockGroupProps): BlockGroupProps[] {
  const characters = group.blocks.reduce((sum, { raw }) => sum + raw.length, 0);
  if (characters <= MAXIMUM_GROUP_CHARACTERS) return [group];
  return group.blocks.map((block) => ({ ...group, blocks: [block], settledCount: 1 }));
}

async function render(text: string): Promise<string> {
  const groups: string[] = [];
  for (const group of toGroups(advanceSplit(emptySplit, { text, final: true }), false).flatMap(splitGroup)) {
    groups.push(
      renderToStaticMarkup(
        <Still value={true}>
          <BlockGroup {...group} />
        </Still>,
      ),
    );
    await nextTurn();
  }
  const html = groups.join("");
  kept.set(text, html, text.length + html.length);
  return html;
}
