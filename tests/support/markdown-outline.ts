/** Headings, links and inline code of a Markdown document, each with its line. */
import { marked, type Token, type Tokens } from "marked";

export type Found = {
  text: string;
  /** Line number, from 1. */
  line: number;
};

/** Headings as they are written, without their marks. */
export function listHeadings(markdown: string): string[] {
  return marked.lexer(markdown).flatMap((token) => (token.type === "heading" ? [String(token.text)] : []));
}

/** Numbers of the items of the ordered list under a heading. */
export function numberedItemsUnder(markdown: string, heading: string): number[] {
  const tokens = marked.lexer(markdown);
  const start = tokens.findIndex((token) => token.type === "heading" && token.text === heading);
  const list = tokens.slice(start + 1).find(isOrderedList);
  if (start < 0 || !list) return [];
  return list.items.map((_, index) => Number(list.start) + index);
}

function isOrderedList(token: Token): token is Tokens.List {
  return token.type === "list" && "ordered" in token && token.ordered === true;
}

/** The anchors that GitHub gives to the headings of a document. */
export function listAnchors(markdown: string): Set<string> {
  const anchors = listHeadings(markdown).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
  return new Set(anchors);
}

/** Targets of links and images, outside of code. */
export function listLinks(markdown: string): Found[] {
  return findAll(withoutFences(markdown).replaceAll(/`[^`\n]*`/g, blank), /\]\(([^()\s]+)\)/g);
}

/** The contents of inline code. */
export function listInlineCode(markdown: string): Found[] {
  return findAll(withoutFences(markdown), /`([^`\n]+)`/g);
}

/** Matches of the pattern's first group. */
export function findAll(text: string, pattern: RegExp): Found[] {
  return [...text.matchAll(pattern)].map((match) => ({ text: match[1] ?? "", line: lineAt(text, match.index) }));
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, blank);
}

/** Keeps the line breaks, so that line numbers stay right. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}
