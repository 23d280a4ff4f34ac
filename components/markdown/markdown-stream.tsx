"use client";

import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import type { MarkdownBlock } from "#lib/playground/markdown/markdown-block.ts";
import { advanceSplit, emptySplit } from "#lib/playground/markdown/split-blocks.ts";
import { BlockGroup } from "./block-group.tsx";
import "./markdown.css";

/** Blocks that are compared and contained as one (block-group.tsx): about three screens of text. */
const blocksPerGroup = 40;

/**
 * An answer in Markdown. While `live`, `text` only grows, and each change renders what may still change, the last block
 * or two; text that does not begin with the text before starts over. Not live, the message is settled as it stands.
 */
export function MarkdownStream({ text, live }: { text: string; live: boolean }): ReactNode {
  const final = !live;
  const [held, setSplit] = useState(() => advanceSplit(emptySplit, { text, final }));
  const split = advanceSplit(held, { text, final });
  if (split !== held) setSplit(split);

  const { settled, tail, definitions } = split;
  const blocks = [...settled, ...tail];
  const last = live ? blocks.findLastIndex((block) => block.kind !== "silent") : -1;
  return (
    <div className={clsx("markdown font-sans text-[15px] leading-[1.65] text-foreground", live && "markdown-live")}>
      {toGroups(blocks).map((group, index) => {
        const first = index * blocksPerGroup;
        return (
          <BlockGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
            key={index}
            blocks={group}
            definitions={definitions}
            settledCount={Math.min(group.length, Math.max(0, settled.length - first))}
            growingIndex={last >= first && last < first + blocksPerGroup ? last - first : -1}
          />
        );
      })}
      {live && last < 0 && <p className="markdown-block" data-caret="" />}
    </div>
  );
}

function toGroups(blocks: MarkdownBlock[]): MarkdownBlock[][] {
  return Array.from({ length: Math.ceil(blocks.length / blocksPerGroup) }, (_, index) =>
    blocks.slice(index * blocksPerGroup, (index + 1) * blocksPerGroup),
  );
}
