/** The part of an HTML syntax tree (hast) that this file reads. */
interface HtmlNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: readonly HtmlNode[];
}

/** Width of one column, in characters. */
export type ColumnWidth = {
  /** Minimum width, so that the longest word is not broken. */
  minimum: number;
  /** Share of the available width, relative to the other columns. */
  share: number;
};

/** Steps of a share, few and far apart, so that a column keeps its width while rows arrive. */
const STEPS = [4, 8, 16, 28, 48];
/** Limit on the minimum width of a column of running text; beyond that the table scrolls. */
const READABLE = 16;
/** Limits on unbroken words: base URLs stay whole; other long words, such as keys, are broken. */
const LONGEST_WORD = 20;
const LONGEST_ADDRESS = 40;
/**
 * Expected widths in tables without a complete row. The last column usually has sentences, and a column with a name of
 * one or two characters numbers the rows.
 */
const EXPECTED = { sign: 4, last: 28, other: 16 };

/**
 * Returns the widths of a table's columns, from the length of their texts. A row counts only once it is complete, so
 * that widths change between rows, rarely, and not per letter. The widths depend only on the text: a settled table
 * looks as it did while it grew.
 */
export function columnWidths(table: HtmlNode): ColumnWidth[] {
  const rows = findRows(table);
  const [head, ...body] = rows.map(listCells);
  const whole = body.filter((cells) => !cells.some(holdsCaret));
  return (head ?? []).map((cell, column, { length }) => {
    const texts = [cell, ...whole.map((cells) => cells[column])].map((each) => (each ? getText(each) : ""));
    const ofWords = Math.max(...texts.flatMap((text) => text.split(/\s+/)).map(getUnbrokenWidth));
    // Expected widths claim no more than the available space, or the columns would jump back at the first row.
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

function getUnbrokenWidth(word: string): number {
  return Math.min(Math.ceil(countCharacters(word) / 4) * 4, word.includes("://") ? LONGEST_ADDRESS : LONGEST_WORD);
}

const toStep = (count: number): number => STEPS.find((step) => count <= step) ?? 48;

/** Counts characters; ideographs and emoji are about two letters wide. */
const countCharacters = (text: string): number => text.replace(/[\u2e80-\uffff]/g, "__").length;

function findRows({ children = [] }: HtmlNode): HtmlNode[] {
  return children.flatMap((child) => (child.tagName === "tr" ? [child] : findRows(child)));
}

function listCells({ children = [] }: HtmlNode): HtmlNode[] {
  return children.filter((child) => child.tagName === "th" || child.tagName === "td");
}

function getText({ value = "", children = [] }: HtmlNode): string {
  return value + children.map(getText).join("");
}

function holdsCaret({ properties, children = [] }: HtmlNode): boolean {
  return properties?.dataCaret === "" || children.some(holdsCaret);
}
