/** Documentation that the guide answers from: read once, cut into sections, searchable. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { marked, type Token } from "marked";
import MiniSearch from "minisearch";
import { programRoot } from "#lib/config/program-root.ts";
import { createSlugger } from "#lib/contract/heading-slug.ts";
import { stemmedWords, stemWord } from "../text/words.ts";

export type Block = { kind: "code" | "list" | "table" | "text"; language?: string; markdown: string };

export type Section = {
  id: number;
  /** Path from the repository's root, such as `docs/guide/streaming.md`. */
  file: string;
  /** Address in the product, such as `/docs/streaming#stream-with-curl`. */
  link: string;
  page: string;
  heading: string;
  blocks: Block[];
  /** True for the text between a page's title and its first section. */
  isLead: boolean;
};

export type Hit = { section: Section; score: number /** `words` of the question in it. */; words: string[] };

export type Library = {
  sections: Section[];
  /** Best first. */
  search(question: string): Hit[];
  /** Returns a stem's number of sections; code counts for one section. 0: no guide has the word. */
  frequency(stem: string): number;
  /** Stems of a section's heading, title and first paragraph. */
  topicOf(section: Section): ReadonlySet<string>;
};

let library: Library | undefined;

export function openLibrary(): Library {
  library ??= buildLibrary(readPages());
  return library;
}

type Page = { file: string; markdown: string };

/** Reads the guides: each has a page in the product, and nothing else is written for users of the gateway. */
function readPages(): Page[] {
  const folder = join(/* turbopackIgnore: true */ programRoot, "docs/guide");
  if (!existsSync(/* turbopackIgnore: true */ folder)) return [];
  const names = readdirSync(/* turbopackIgnore: true */ folder).sort();
  return names
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({
      file: `docs/guide/${name}`,
      markdown: readFileSync(join(/* turbopackIgnore: true */ folder, name), "utf8"),
    }));
}

function buildLibrary(pages: Page[]): Library {
  const sections = pages.flatMap(cutIntoSections).map((section, id) => ({ ...section, id }));
  const index = new MiniSearch<Section>({
    fields: ["heading", "page", "text"],
    tokenize: (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [],
    processTerm: (term) => stemWord(term) ?? null,
    extractField: (section, field) => {
      if (field === "text") return textOf(section);
      return field === "heading" || field === "page" || field === "id" ? String(section[field]) : "";
    },
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: (term) => term.length >= 4,
      fuzzy: (term) => (term.length >= 6 ? 0.2 : false),
      boostDocument: (id) => (sections[Number(id)]?.isLead ? 1.2 : 1),
    },
  });
  index.addAll(sections);
  const frequencies = countSections(sections);
  const topics = sections.map(readTopic);
  return {
    sections,
    search: (question) =>
      index.search(stemmedWords(question).join(" ")).flatMap(({ id, score, queryTerms }) => {
        const section = sections[Number(id)];
        return section ? [{ section, score, words: queryTerms }] : [];
      }),
    frequency: (stem) => frequencies.get(stem) ?? 0,
    topicOf: ({ id }) => topics[id] ?? new Set(),
  };
}

function countSections(sections: Section[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const section of sections) {
    const words = stemmedWords(`${section.heading}\n${section.page}\n${textOf(section)}`);
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // A word that only code has is known, and says little about what a section is about.
  const code = sections.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === "code"));
  for (const word of new Set(stemmedWords(code.map(({ markdown }) => markdown).join("\n")))) {
    if (!counts.has(word)) counts.set(word, 1);
  }
  return counts;
}

function readTopic({ heading, page, blocks }: Section): Set<string> {
  const first = blocks.find(({ kind }) => kind !== "code");
  return new Set(stemmedWords(`${heading}\n${page}\n${first?.kind === "text" ? first.markdown : ""}`));
}

/** Code is not searched: its sample sentences are about Paris and Alice, not about Parlance. */
function textOf({ blocks }: Section): string {
  return blocks
    .filter(({ kind }) => kind !== "code")
    .map(({ markdown }) => markdown)
    .join("\n");
}

function cutIntoSections({ file, markdown }: Page): Omit<Section, "id">[] {
  const sections: Omit<Section, "id">[] = [];
  const address = `/docs/${file.replace(/^docs\/guide\/|\.md$/g, "")}`;
  const slugOf = createSlugger();
  let page = file;
  for (const token of marked.lexer(markdown)) {
    if (token.type === "heading") {
      const heading = String(token.text).replaceAll("`", "");
      const isLead = token.depth === 1;
      if (isLead) page = heading;
      const link = isLead ? address : `${address}#${slugOf(heading)}`;
      sections.push({ file, link, page, heading, blocks: [], isLead });
    } else if (token.type !== "space") sections.at(-1)?.blocks.push(toBlock(token, address));
  }
  return sections.filter(({ blocks }) => blocks.length > 0);
}

function toBlock(token: Token, address: string): Block {
  const raw = token.raw.trim();
  if (token.type === "code") return { kind: "code", language: String(token.lang ?? ""), markdown: raw };
  const kind = token.type === "list" || token.type === "table" ? token.type : "text";
  return { kind, markdown: linkToPages(raw, address) };
}

/** Points links between guides at their pages; other relative links lead nowhere in the product and become text. */
function linkToPages(markdown: string, address: string): string {
  return markdown.replaceAll(/\[([^\]\n]+)\]\((?!https?:|\/)([^)\s]*)\)/g, (_, text: string, target: string) => {
    const [, name = "", fragment = ""] = /^([\w-]+\.md)?(#[\w-]+)?$/.exec(target) ?? [];
    if (name === "" && fragment === "") return text;
    return `[${text}](${name === "" ? address : `/docs/${name.slice(0, -".md".length)}`}${fragment})`;
  });
}
