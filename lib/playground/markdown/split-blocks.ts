import { Lexer, type Token } from "marked";
import { addDefinitions, type Definitions, noDefinitions } from "./definitions.ts";
import { type Fence, getFenceCode, openFence, scanFence, withoutPartialClosing } from "./fence.ts";
import { findFormulaBlock, openFormulaAt, readFormulaBlock } from "./formulas/formula.ts";
import { type SlicedToken, sliceLongToken, type TokenSlices } from "./limits/long-token.ts";
import { flattenNesting } from "./limits/nesting.ts";
import type { MarkdownBlock, ProseBlock } from "./markdown-block.ts";

/**
 * Splits growing Markdown into blocks that later text cannot change ("settled") and a tail that it can. Each step reads
 * only the text after the settled blocks, so its cost does not grow with the message.
 *
 * Invariants: the blocks' texts joined are the message; settled blocks never change; the final blocks do not depend on
 * how the text was split into chunks.
 */
export interface MarkdownSplit {
  readonly text: string;
  readonly final: boolean;
  readonly settled: readonly MarkdownBlock[];
  /** Blocks of the text after `position`; none once the message is final. */
  readonly tail: readonly MarkdownBlock[];
  /** Offset where the settled blocks end. */
  readonly position: number;
  /** Definitions in the settled blocks, for all blocks. */
  readonly definitions: Definitions;
  /** The open fence at `position`, if any. */
  readonly fence?: Fence;
  /** The list or table that was sliced at `position`, if any. */
  readonly sliced?: SlicedToken;
}

export const emptySplit: MarkdownSplit = {
  text: "",
  final: false,
  settled: [],
  tail: [],
  position: 0,
  definitions: noDefinitions,
};

/**
 * Number of the lexer's last tokens that further text may still change: a line of `===` makes a paragraph a heading,
 * and a list can continue after a blank line.
 */
const heldTokens = 3;

/**
 * Number of characters lexed at once. The lexer starts over after each fence and some of its rules cost quadratic time,
 * so a long text is read in pieces.
 */
const window = 8_000;

/** Advances to `text`. Starts over when it does not begin with the text before. `final`: no more text will come. */
export function advanceSplit(before: MarkdownSplit, { text, final }: { text: string; final: boolean }): MarkdownSplit {
  if (text === before.text && final === before.final) return before;
  const from = before.final || !text.startsWith(before.text) ? emptySplit : before;
  const splitter = createSplitter(from);
  for (let end = from.text.length + window; end < text.length; end += window) {
    splitter.read(text.slice(0, end), false);
  }
  return splitter.read(text, final);
}

function createSplitter(before: MarkdownSplit) {
  const settled = [...before.settled];
  let { text, final, position, definitions, fence, sliced } = before;
  let tail: MarkdownBlock[] = [];

  function settle(block: MarkdownBlock) {
    settled.push(block);
    position += block.raw.length;
    fence = undefined;
    sliced = undefined;
  }

  /** Continues in the open fence. Returns true when it ended, so that there is more to do. */
  function stepFence(open: Fence): boolean {
    const scan = scanFence({ text, fence: open, final });
    fence = scan.fence;
    const raw = text.slice(position, scan.closed?.end);
    const code = getFenceCode(open, text.slice(open.codeStart, scan.closed?.codeEnd));
    if (scan.closed) settle({ kind: "code", raw, code, language: open.language, closed: true });
    else if (final) settle({ kind: "code", raw, code, language: open.language, closed: false });
    else {
      tail = [{ kind: "code", raw, code: withoutPartialClosing(open, code), language: open.language, closed: false }];
    }
    return Boolean(scan.closed);
  }

  /**
   * Lexes the unsettled text and settles what it can. Returns true when it stopped early, so that there is more to do.
   */
  function stepLexer(): boolean {
    // An open formula is shown as text; Markdown would read its lines as headings and lists, and settle them.
    const openFormula = final ? undefined : openFormulaAt(text, position);
    const end = openFormula ?? text.length;
    const open: MarkdownBlock[] = end < text.length ? [{ kind: "formula", raw: text.slice(end), closed: false }] : [];
    if (end === position) {
      tail = open;
      return false;
    }
    const tableHead = sliced?.tableHead ?? "";
    const tokens = lex(tableHead + text.slice(position, end));
    // Text before code or a slice can no longer change, so it need not be held back.
    const barrier = tokens.findIndex((token) => isWholeFence(token) || sliceLongToken(token));
    const held = final ? tokens.length : Math.max(tokens.length - heldTokens, barrier);
    let offset = position - tableHead.length;
    for (const [index, token] of tokens.entries()) {
      const start = Math.max(offset, position);
      offset += token.raw.length;
      if (token.type === "space") continue;

      const opened = isWholeFence(token) ? openFence(text, start) : undefined;
      if (opened) {
        if (start > position) settle({ kind: "silent", raw: text.slice(position, start) });
        fence = opened;
        return true;
      }
      const long = sliceLongToken(token);
      if (long) {
        definitions = addDefinitions(definitions, [token]);
        settleSlices(long, start);
        return true;
      }
      if (index >= held) {
        tail = [...tailBlocks(tokens.slice(index), { start, end }), ...open];
        return false;
      }
      definitions = addDefinitions(definitions, [token]);
      settle(toBlock(token, text.slice(position, offset), sliced));
    }
    const blankLines: MarkdownBlock = { kind: "silent", raw: text.slice(position, end) };
    const rest = blankLines.raw === "" ? [] : [blankLines];
    if (final) rest.forEach(settle);
    else tail = [...rest, ...open];
    return false;
  }

  /** Settles slices of one overlong token, which begins at `start`, and stores the state for the next slices. */
  function settleSlices({ slices, continues }: TokenSlices, start: number) {
    let next = start;
    for (const slice of slices) {
      const head = sliced ? 0 : (continues?.tableHead.length ?? 0);
      const listStart = sliced?.listStart ?? continues?.listStart;
      next += head + slice.raw.length;
      settle(proseBlock(text.slice(position, next), sliced));
      sliced = continues && { ...continues, listStart: listStart === undefined ? undefined : listStart + slice.parts };
    }
  }

  /** Returns blocks of the tokens held back, the first of which begins at `start`. */
  function tailBlocks(tokens: Token[], { start, end }: { start: number; end: number }): MarkdownBlock[] {
    const blocks: MarkdownBlock[] = [];
    let from = position;
    let to = start;
    for (const [index, token] of tokens.entries()) {
      to += token.raw.length - (index === 0 ? (sliced?.tableHead.length ?? 0) : 0);
      if (token.type === "space") continue;
      blocks.push(toBlock(token, text.slice(from, to), index === 0 ? sliced : undefined));
      from = to;
    }
    if (from < end) blocks.push({ kind: "silent", raw: text.slice(from, end) });
    return blocks;
  }

  function step(): boolean {
    tail = [];
    if (position >= text.length) return false;
    return fence ? stepFence(fence) : stepLexer();
  }

  return {
    /** Reads the text so far and returns the new split. */
    read(newText: string, newFinal: boolean): MarkdownSplit {
      text = newText;
      final = newFinal;
      while (step());
      const isSame = settled.length === before.settled.length;
      return {
        text,
        final,
        settled: isSame ? before.settled : [...settled],
        tail,
        position,
        definitions,
        fence,
        sliced,
      };
    },
  };
}

/** Returns true for fenced code whose opening line is complete. */
function isWholeFence(token: Token): boolean {
  return token.type === "code" && token.codeBlockStyle !== "indented" && token.raw.includes("\n");
}

function toBlock(token: Token, raw: string, sliced: SlicedToken | undefined): MarkdownBlock {
  // A one-word footnote has the form of a link definition, but must be shown.
  if (token.type === "formula") return { kind: "formula", raw, closed: true };
  if (token.type === "def" && !token.tag.startsWith("^")) return { kind: "silent", raw };
  return token.type === "heading" ? { kind: "prose", raw, heading: true } : proseBlock(raw, sliced);
}

function proseBlock(raw: string, sliced: SlicedToken | undefined): ProseBlock {
  if (!sliced) return { kind: "prose", raw };
  return { kind: "prose", raw, source: sliced.tableHead + raw, continues: true, listStart: sliced.listStart };
}

/** Lexer extensions: formulas on lines of their own. */
const extensions: Lexer["options"]["extensions"] = {
  renderers: {},
  childTokens: {},
  block: [
    (source) => {
      const formula = readFormulaBlock(source);
      return typeof formula === "object" ? { type: "formula", raw: source.slice(0, formula.length) } : undefined;
    },
  ],
  startBlock: [(source) => findFormulaBlock(source)],
};

/** Returns the lexer's top-level tokens; their texts joined have the source's length. */
function lex(source: string): Token[] {
  // The lexer would turn CRLF into LF and shift all offsets; a blank before the line feed means the same.
  const unixLines = source.includes("\r") ? source.replaceAll("\r\n", " \n").replaceAll("\r", "\n") : source;
  const lexed = flattenNesting(unixLines);
  const tokens: Token[] = new Lexer({ gfm: true, extensions }).blockTokens(lexed, []);
  let length = 0;
  for (const [index, token] of tokens.entries()) {
    // If the lexer reports text that is not there, the rest is one token, rather than cut wrongly.
    if (!lexed.startsWith(token.raw, length)) {
      const raw = lexed.slice(length);
      return [...tokens.slice(0, index), { type: "paragraph", raw, text: raw, tokens: [] }];
    }
    length += token.raw.length;
  }
  return tokens;
}
