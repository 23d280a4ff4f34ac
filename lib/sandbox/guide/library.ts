/** Documentation that the guide answers from: read once, cut into sections, searchable. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { marked, type Token } from "marked";
import MiniSearch from "minisearch";
import { stemmedWords, stemWord } from "../text/words.ts";

export type Block = { kind: "code" | "list" | "table" | "text"; language?: string; markdown: string };

export type Section = {
  id: number;
  /** Path from the repository's root, such as `docs/guide/streaming.md`. */
  file: string;
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
};

/** Weights by file: the guide comes first, since the specification also describes routes that are not served yet. */
const WEIGHTS: [RegExp, number][] = [
  [/^docs\/guide\//, 1],
  [/^README/, 0.5],
  [/^docs\/spec\//, 0.35],
];

let library: Library | undefined;

export function openLibrary(): Library {
  library ??= buildLibrary(readPages(findRoot()));
  return library;
}

/** Finds the root of the documentation: above this file in plain Node, the working directory in a bundle. */
function findRoot(): string | undefined {
  const beside = import.meta.dirname;
  const candidates = [...(beside ? [join(/* turbopackIgnore: true */ beside, "../../..")] : []), process.cwd()];
  return candidates.find((root) => existsSync(join(/* turbopackIgnore: true */ root, "docs/guide")));
}

type Page = { file: string; markdown: string };

/**
 * Documents for users of the gateway. Documents for its developers (wire formats, architecture) would mislead users.
 */
const OTHER_PAGES = ["docs/spec/gateway-interface.md", "README.md"];

function readPages(root: string | undefined): Page[] {
  if (root === undefined) return [];
  const guide = readdirSync(join(/* turbopackIgnore: true */ root, "docs/guide")).sort();
  return [...guide.map((name) => `docs/guide/${name}`), ...OTHER_PAGES].flatMap((file) => {
    const path = join(/* turbopackIgnore: true */ root, file);
    return file.endsWith(".md") && existsSync(path) ? [{ file, markdown: readFileSync(path, "utf8") }] : [];
  });
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
      boostDocument: (id) => weightOf(sections[Number(id)]),
    },
  });
  index.addAll(sections);
  return {
    sections,
    search: (question) =>
      index.search(stemmedWords(question).join(" ")).flatMap(({ id, score, queryTerms }) => {
        const section = sections[Number(id)];
        return section ? [{ section, score, words: queryTerms }] : [];
      }),
  };
}

function weightOf(section: Section | undefined): number {
  const weight = WEIGHTS.find(([pattern]) => section && pattern.test(section.file))?.[1] ?? 0;
  return section?.isLead ? weight * 1.2 : weight;
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
  let page = file;
  for (const token of marked.lexer(markdown)) {
    if (token.type === "heading") {
      const heading = String(token.text);
      if (token.depth === 1) page = heading;
      sections.push({ file, page, heading, blocks: [], isLead: token.depth === 1 });
    } else if (token.type !== "space") sections.at(-1)?.blocks.push(toBlock(token));
  }
  return sections.filter(({ blocks }) => blocks.length > 0);
}

function toBlock(token: Token): Block {
  const markdown = token.raw.trim();
  if (token.type === "code") return { kind: "code", language: String(token.lang ?? ""), markdown };
  return { kind: token.type === "list" || token.type === "table" ? token.type : "text", markdown };
}
