/** Guides of docs/guide, read when the pages are built. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { marked, type Token, type Tokens } from "marked";
import { createSlugger } from "#lib/contract/heading-slug.ts";

export type GuideSection = {
  /** Heading as plain text. */
  heading: string;
  /** Fragment of the address; "" for the text below the guide's title. */
  slug: string;
  depth: number;
  tokens: Token[];
};

export type Guide = {
  name: string;
  title: string;
  /** First paragraph as plain text. */
  description: string;
  /** The lead first, then one section for each heading. */
  sections: GuideSection[];
};

const read = new Map<string, Guide>();

/** @throws Error when docs/guide has no such file, or the file does not begin with its title */
export function readGuide(name: string): Guide {
  const known = read.get(name);
  if (known) return known;
  const markdown = readFileSync(join(process.cwd(), "docs/guide", `${name}.md`), "utf8");
  const guide = { name, ...cutGuide(marked.lexer(markdown), name) };
  read.set(name, guide);
  return guide;
}

function cutGuide([first, ...tokens]: Token[], name: string): Omit<Guide, "name"> {
  if (first?.type !== "heading" || first.depth !== 1) throw new Error(`docs/guide/${name}.md must begin with a title.`);
  const title = toPlainText(first);
  const slugOf = createSlugger();
  const sections: GuideSection[] = [{ heading: title, slug: "", depth: 1, tokens: [] }];
  for (const token of tokens) {
    if (token.type === "heading") {
      const heading = toPlainText(token);
      sections.push({ heading, slug: slugOf(heading), depth: Number(token.depth), tokens: [] });
    } else if (token.type !== "space") sections.at(-1)?.tokens.push(token);
  }
  const lead = sections[0]?.tokens.find(({ type }) => type === "paragraph");
  return { title, description: lead ? toPlainText(lead) : "", sections };
}

/** Returns the text of a token without Markdown's marks. */
export function toPlainText(token: Token): string {
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows]
      .map((cells) => cells.map((cell) => cell.tokens.map(toPlainText).join("")).join(" "))
      .join("\n");
  }
  if (token.type === "list") return (token as Tokens.List).items.map(toPlainText).join("\n");
  if (token.type === "br") return " ";
  if ("tokens" in token && token.tokens) return token.tokens.map(toPlainText).join("");
  return unescapeHtml("text" in token ? String(token.text) : "");
}

/** `marked` escapes the text of some tokens. */
function unescapeHtml(text: string): string {
  const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => characters[name] ?? whole);
}
