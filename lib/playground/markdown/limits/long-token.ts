import type { Token, Tokens } from "marked";

/**
 * Slices blocks that never end. A list or table is one token to the lexer however long it grows, and the last block is
 * parsed again at each commit: with slices, only its last part is.
 */

/** Limits of a list's slice: fifty items are about a screen and a half, and slices join without a visible break. */
const listLimits = { parts: 50, characters: 8_000 };
/** Limits of a table's slice, higher because each slice repeats the head. */
const tableLimits = { parts: 200, characters: 16_000 };
/** Limit on any other block, such as one word of 100 kB, in characters. */
const blockLimit = 16_000;

export interface TokenSlices {
  /** Slices that later text cannot change; `parts` is the number of items or rows in each. */
  slices: { raw: string; parts: number }[];
  /** Set when the same list or table continues after the slices. */
  continues?: SlicedToken;
}

/** State that the next slice of the same list or table needs. */
export interface SlicedToken {
  /** A table's first two lines, which each slice needs to be a table; "" for a list. */
  tableHead: string;
  /** Number of the next item of an ordered list. */
  listStart?: number;
}

/** Cuts the settled part of an overlong token into slices; undefined when it is not overlong. */
export function sliceLongToken(token: Token): TokenSlices | undefined {
  const sliced = isList(token) ? sliceList(token) : isTable(token) ? sliceTable(token) : undefined;
  if (sliced || token.raw.length <= blockLimit) return sliced;
  return { slices: [{ raw: token.raw.slice(0, cutOffset(token.raw)), parts: 0 }] };
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === "table";
}

function sliceList({ items, ordered, start }: Tokens.List): TokenSlices | undefined {
  const slices = takeSlices(
    items.map((item) => item.raw),
    listLimits,
  );
  return slices && { slices, continues: { tableHead: "", listStart: ordered && start !== "" ? start : undefined } };
}

function sliceTable({ raw }: Tokens.Table): TokenSlices | undefined {
  const lines = raw.split(/(?<=\n)/);
  const slices = takeSlices(lines.slice(2), tableLimits);
  return slices && { slices, continues: { tableHead: lines.slice(0, 2).join("") } };
}

/** Fills slices greedily from the front, and always leaves two parts: the last ones may still change. */
function takeSlices(parts: string[], limits: { parts: number; characters: number }): TokenSlices["slices"] | undefined {
  const slices: TokenSlices["slices"] = [];
  let open = { raw: "", parts: 0 };
  for (const [index, part] of parts.entries()) {
    const isFull = open.parts === limits.parts || (open.parts > 0 && open.raw.length + part.length > limits.characters);
    if (isFull) {
      if (parts.length - index < 2) break;
      slices.push(open);
      open = { raw: "", parts: 0 };
    }
    open = { raw: open.raw + part, parts: open.parts + 1 };
  }
  return slices.length > 0 ? slices : undefined;
}

/** Returns the offset to cut at: after a line that ends in the second half, and never within a surrogate pair. */
function cutOffset(raw: string): number {
  const lineFeed = raw.lastIndexOf("\n", blockLimit - 1);
  if (lineFeed >= blockLimit / 2) return lineFeed + 1;
  const code = raw.charCodeAt(blockLimit - 1);
  return code >= 0xd800 && code <= 0xdbff ? blockLimit - 1 : blockLimit;
}
