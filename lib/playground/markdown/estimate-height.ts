import { countLines } from "./code/code-chunks.ts";
import type { MarkdownBlock } from "./markdown-block.ts";

/** Maximum number of code lines that a code block shows before it scrolls. */
export const codeLinesShown = 18;
/** Height of a code block's header, borders and padding, in pixels. */
const codeFrame = 64;
const codeLine = 20;
const proseLine = 26;
const charactersPerLine = 90;
const gap = 12;

/**
 * Estimates the height of blocks in pixels. Used only for blocks that were never painted, such as those above the end
 * of a long message just opened: the browser remembers the real height of the others.
 */
export function estimateHeight(blocks: readonly MarkdownBlock[]): number {
  return blocks.reduce((total, block) => total + estimateBlockHeight(block), 0);
}

function estimateBlockHeight(block: MarkdownBlock): number {
  if (block.kind === "silent") return 0;
  if (block.kind === "code") return gap + codeFrame + Math.min(countLines(block.code), codeLinesShown) * codeLine;
  if (block.kind === "formula") return gap + 56;
  const lines = block.raw.trim().split("\n");
  return (
    gap + proseLine * lines.reduce((total, line) => total + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0)
  );
}
