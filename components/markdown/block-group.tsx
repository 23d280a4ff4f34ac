import { memo } from "react";
import { getBlockSource } from "#lib/playground/markdown/block-source.ts";
import { type Definitions, findFootnotes } from "#lib/playground/markdown/definitions.ts";
import { estimateHeight } from "#lib/playground/markdown/estimate-height.ts";
import type { MarkdownBlock } from "#lib/playground/markdown/markdown-block.ts";
import { CodeBlock } from "./code-block.tsx";
import { DiagramBlock } from "./diagram-block.tsx";
import { FormulaBlock } from "./formula.tsx";
import { ProseBlock } from "./prose-block.tsx";
import { useStill } from "./still-context.ts";

export interface BlockGroupProps {
  blocks: readonly MarkdownBlock[];
  definitions: Definitions;
  /** Number of blocks that can no longer change; they come first. */
  settledCount: number;
  /** Index of the block that receives text; -1 when it is not in this group. */
  growingIndex: number;
}

/** Blocks that React skips together while none of them changes, and the browser while they are off screen. */
export const BlockGroup = memo(function BlockGroup({
  blocks,
  definitions,
  settledCount,
  growingIndex,
}: BlockGroupProps) {
  const still = useStill();
  const elements = blocks.map((block, index) => {
    const growing = index === growingIndex;
    const settled = index < settledCount;
    if (block.kind === "silent") return null;
    if (block.kind === "formula") {
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
      return <FormulaBlock key={index} raw={block.raw} closed={block.closed} />;
    }
    if (settled && !still && isDiagram(block)) {
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
      return <DiagramBlock key={index} code={block.code} />;
    }
    return block.kind === "code" ? (
      <CodeBlock
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        key={index}
        code={block.code}
        language={block.language}
        growing={growing && !settled}
        complete={settled}
      />
    ) : (
      <ProseBlock
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        key={index}
        source={getBlockSource({ block, definitions, growing: growing && !settled })}
        footnotes={findFootnotes(block.raw, definitions)}
        growing={growing}
        settled={settled}
        continues={block.continues}
        listStart={block.listStart}
        heading={block.heading}
      />
    );
  });
  const height = growingIndex < 0 ? estimateHeight(blocks) : 0;
  return (
    <div className="markdown-group" style={{ containIntrinsicBlockSize: `auto ${height}px` }}>
      {elements}
    </div>
  );
}, isSameGroup);

/** Maximum length of a diagram's source, in characters. Longer ones take mermaid seconds. */
const longestDiagram = 20_000;

function isDiagram(block: MarkdownBlock): block is MarkdownBlock & { kind: "code" } {
  return block.kind === "code" && block.closed && block.language === "mermaid" && block.code.length <= longestDiagram;
}

function isSameGroup(before: BlockGroupProps, after: BlockGroupProps): boolean {
  return (
    before.definitions === after.definitions &&
    before.settledCount === after.settledCount &&
    before.growingIndex === after.growingIndex &&
    before.blocks.length === after.blocks.length &&
    before.blocks.every((block, index) => block === after.blocks[index])
  );
}
