import MiniSearch from "minisearch";
import { DOCS_INDEX_OPTIONS, type DocsSection } from "#lib/playground/docs/search-docs.ts";
import { type Guide, toPlainText } from "./read-guide.ts";

const EXCERPT_LENGTH = 140;

/** Makes the search index of the guides: one document for each section, without its code. */
export function buildSearchIndex(guides: readonly Guide[]): MiniSearch<DocsSection> {
  const index = new MiniSearch<DocsSection>(DOCS_INDEX_OPTIONS);
  index.addAll(guides.flatMap(listSections));
  return index;
}

function listSections({ name, title, sections }: Guide): DocsSection[] {
  return sections.map(({ heading, slug, tokens }) => {
    const text = tokens
      .filter(({ type }) => type !== "code")
      .map(toPlainText)
      .join(" ")
      .replaceAll(/\s+/g, " ");
    const id = slug === "" ? `/docs/${name}` : `/docs/${name}#${slug}`;
    const excerpt = text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH).trimEnd()}…` : text;
    return { id, page: title, heading, text, excerpt };
  });
}
