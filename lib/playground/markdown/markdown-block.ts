/** What the splitter hands to the view: one block is one unit of parsing, memoising and painting. */
export type MarkdownBlock = ProseBlock | CodeBlock | FormulaBlock | SilentBlock;

/** Anything that goes through the Markdown renderer: a paragraph, a list or a slice of one, a table, a quote. */
export interface ProseBlock {
  kind: "prose";
  /** The exact text of the message that this block covers. */
  raw: string;
  /** What to render, where it is not `raw`: a later slice of a table needs the table's head before its rows. */
  source?: string;
  /** True where the block goes on a list or table begun in the block before it: no gap between the two. */
  continues?: boolean;
  /** Number of the first item, where the slice of an ordered list must count on from the slice before it. */
  listStart?: number;
  heading?: boolean;
}

/** A fenced code block at the top level of the message. */
export interface CodeBlock {
  kind: "code";
  raw: string;
  code: string;
  /** First word of the info string, "" when there is none. */
  language: string;
  /** False while the closing fence has not come. */
  closed: boolean;
}

/** A formula that has its lines to itself, with its delimiters. */
export interface FormulaBlock {
  kind: "formula";
  raw: string;
  /** False while its end has not come. */
  closed: boolean;
}

/** Text that shows nothing: blank lines at the end, link definitions. */
export interface SilentBlock {
  kind: "silent";
  raw: string;
}

/** Joins the blocks' texts: by the splitter's law, this is the message from the first block's start. */
export function textOfBlocks(blocks: readonly MarkdownBlock[]): string {
  return blocks.map((block) => block.raw).join("");
}
