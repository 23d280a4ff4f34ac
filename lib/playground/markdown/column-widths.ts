/** The part of an HTML syntax tree (hast) that is read here. */
interface HtmlNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: readonly HtmlNode[];
}

/** Of one column, in characters. */
export type ColumnWidth = {
  /** What it must have: its longest word stays whole. */
  minimum: number;
  /** Its part of the width that is there, relative to the other columns. */
  share: number;
};

/** Few steps, far apart: a column keeps its width while rows arrive, and nothing moves under the reader's eye. */
const STEPS = [4, 8, 16, 28, 48];
/** Running text is not asked to be wider than this before the table scrolls in its box. */
const READABLE = 16;
/** A longer word, such as a key or an address, is broken. */
const LONGEST_WORD = 20;
/**
 * Of tables without a whole row: their last column is most often the one with the sentences, and one that is named by a
 * sign or two numbers the rows.
 */
const EXPECTED = { sign: 4, last: 28, other: 16 };

/**
 * How wide the columns of a table are, from the length of their texts. The row in which text is arriving does not count
 * until it is whole, so that widths change between rows, seldom, and not with each letter. The widths depend on the text
 * alone: a table that has settled looks as it did while it grew.
 */
export function columnWidths(table: HtmlNode): ColumnWidth[] {
  const rows = findRows(table);
  const [head, ...body] = rows.map(cellsOf);
  const whole = body.filter((cells) => !cells.some(holdsCaret));
  return (head ?? []).map((cell, column, { length }) => {
    const texts = [cell, ...whole.map((cells) => cells[column])].map((each) => (each ? textOf(each) : ""));
    const word = Math.max(...texts.flatMap((text) => text.split(/\s+/)).map(countCharacters));
    const ofWords = Math.min(Math.ceil(word / 4) * 4, LONGEST_WORD);
    // What is only expected asks for no more room than there is, or the columns would jump back with the first row.
    if (whole.length === 0)
      return { minimum: Math.max(ofWords, 4), share: expectedShare(texts[0] ?? "", column === length - 1) };
    const share = toStep(Math.max(...texts.map(countCharacters)));
    return { minimum: Math.max(Math.min(share, READABLE), ofWords), share };
  });
}

function expectedShare(name: string, isLast: boolean): number {
  const length = countCharacters(name);
  if (length === 1 || length === 2) return EXPECTED.sign;
  return Math.max(toStep(length), isLast ? EXPECTED.last : EXPECTED.other);
}

const toStep = (count: number): number => STEPS.find((step) => count <= step) ?? 48;

/** Ideographs and emoji are about two letters wide. */
const countCharacters = (text: string): number => text.replace(/[\u2e80-\uffff]/g, "__").length;

function findRows({ children = [] }: HtmlNode): HtmlNode[] {
  return children.flatMap((child) => (child.tagName === "tr" ? [child] : findRows(child)));
}

function cellsOf({ children = [] }: HtmlNode): HtmlNode[] {
  return children.filter((child) => child.tagName === "th" || child.tagName === "td");
}

function textOf({ value = "", children = [] }: HtmlNode): string {
  return value + children.map(textOf).join("");
}

function holdsCaret({ properties, children = [] }: HtmlNode): boolean {
  return properties?.dataCaret === "" || children.some(holdsCaret);
}
