/** Full-text search over the guides. The index is made when the pages are built, and loaded at the first search. */
import type MiniSearch from "minisearch";
import type { Options } from "minisearch";

/** One section of a guide. */
export type DocsSection = {
  /** Address of the section, such as `/docs/streaming#stream-with-curl`. */
  id: string;
  /** Title of the guide. */
  page: string;
  heading: string;
  text: string;
  /** Beginning of the text, for the list of results. */
  excerpt: string;
};

export type DocsHit = Pick<DocsSection, "id" | "page" | "heading" | "excerpt">;

/** Address of the index, below the pages. */
const DOCS_INDEX_PATH = "/docs/search-index.json";

/** Options with which the index is made and loaded; they must be the same. */
export const DOCS_INDEX_OPTIONS: Options<DocsSection> = {
  fields: ["heading", "page", "text"],
  storeFields: ["page", "heading", "excerpt"],
  searchOptions: {
    boost: { heading: 4, page: 2 },
    combineWith: "AND",
    prefix: (term) => term.length >= 2,
    fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
  },
};

const MAX_HITS = 8;

let loading: Promise<MiniSearch<DocsSection>> | undefined;

/**
 * Returns the sections that match best, at most eight; all words first, then any of them.
 * @throws Error when the index cannot be loaded
 */
export async function searchDocs(query: string): Promise<DocsHit[]> {
  if (query.trim() === "") return [];
  loading ??= loadIndex().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const index = await loading;
  const strict = index.search(query);
  const found = strict.length > 0 ? strict : index.search(query, { combineWith: "OR" });
  return found.slice(0, MAX_HITS).map(({ id, page, heading, excerpt }) => ({ id, page, heading, excerpt }));
}

async function loadIndex(): Promise<MiniSearch<DocsSection>> {
  const [{ default: Index }, response] = await Promise.all([import("minisearch"), fetch(DOCS_INDEX_PATH)]);
  if (!response.ok) throw new Error(`The search index could not be loaded (HTTP status ${response.status}).`);
  return Index.loadJSON(await response.text(), DOCS_INDEX_OPTIONS);
}
