"use client";

import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { advanceSplit, emptySplit, type MarkdownSplit } from "#lib/playground/markdown/split-blocks.ts";
import { BlockGroup, type BlockGroupProps } from "./block-group.tsx";
import "./markdown.css";

/** Blocks that are compared and contained as one (block-group.tsx): about three screens of text. */
const blocksPerGroup = 40;

/**
 * A response in Markdown. While `live`, `text` only grows, and each change renders only the part that can still change,
 * the last block or two. Text that does not start with the previous text is rendered anew. Without `live`, the whole
 * text is final.
 */
export function MarkdownStream({ text, live }: { text: string; live: boolean }): ReactNode {
  const final = !live;
  const [previous, setSplit] = useState(() => advanceSplit(emptySplit, { text, final }));
  const split = advanceSplit(previous, { text, final });
  if (split !== previous) setSplit(split);

  const groups = toGroups(split, live);
  return (
    <div className={clsx(MARKDOWN, live && "markdown-live")}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        <BlockGroup key={index} {...group} />
      ))}
      {live && groups.every(({ growingIndex }) => growingIndex < 0) && <p className="markdown-block" data-caret="" />}
    </div>
  );
}

/** Classes of the element around the groups. */
export const MARKDOWN = "markdown font-sans text-[15px] leading-[1.65] text-foreground";

/** Returns the groups of a text, to be rendered one after the other. */
export function toGroups({ settled, tail, definitions }: MarkdownSplit, live: boolean): BlockGroupProps[] {
  const blocks = [...settled, ...tail];
  const last = live ? blocks.findLastIndex((block) => block.kind !== "silent") : -1;
  return Array.from({ length: Math.ceil(blocks.length / blocksPerGroup) }, (_, index) => {
    const first = index * blocksPerGroup;
    const group = blocks.slice(first, first + blocksPerGroup);
    return {
      blocks: group,
      definitions,
      settledCount: Math.min(group.length, Math.max(0, settled.length - first)),
      growingIndex: last >= first && last < first + blocksPerGroup ? last - first : -1,
    };
  });
}
