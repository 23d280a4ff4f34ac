/** A block made by the splitter: one unit of parsing, memoising and painting. */
export type MarkdownBlock = ProseBlock | CodeBlock | FormulaBlock | SilentBlock;

/** A block that the Markdown renderer handles: a paragraph, a list or a slice of one, a table, a quote. */
export interface ProseBlock {
  kind: "prose";
  /** The exact text of the message that this block covers. */
  raw: string;
  /** Text to render when it is not `raw`: a later slice of a table needs the table's head before its rows. */
  source?: string;
  /** True when the block continues the list or table of the block before it: no gap between the two. */
  continues?: boolean;
  /** Number of the first item, when a slice of an ordered list continues the count of the slice before it. */
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
  /** False until the closing fence has arrived. */
  closed: boolean;
}

/** A formula on lines of its own, with its delimiters. */
export interface FormulaBlock {
  kind: "formula";
  raw: string;
  /** False until its end has arrived. */
  closed: boolean;
}

/** Text that shows nothing: blank lines at the end, link definitions. */
export interface SilentBlock {
  kind: "silent";
  raw: string;
}

/** Joins the blocks' texts; the result is the message from the first block's start. */
export function joinBlocks(blocks: readonly MarkdownBlock[]): string {
  return blocks.map((block) => block.raw).join("");
}
