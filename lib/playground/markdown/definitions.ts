import type { Token } from "marked";

/**
 * Link and footnote definitions of a message. Blocks are parsed one by one, so a definition in another block must be
 * added to the block that refers to it.
 */
export interface Definitions {
  /** Source of each link definition by normalised label; the first definition of a label wins, as in CommonMark. */
  links: ReadonlyMap<string, string>;
  /** Normalised labels of the footnotes that are defined. */
  footnotes: ReadonlySet<string>;
}

export const noDefinitions: Definitions = { links: new Map(), footnotes: new Set() };

const footnoteStart = /^ {0,3}\[\^([^\]\s]{1,100})\]:/gm;

/** Adds the definitions found in the tokens; returns the same object when there are none. */
export function addDefinitions(definitions: Definitions, tokens: readonly Token[]): Definitions {
  const links = new Map(definitions.links);
  const footnotes = new Set(definitions.footnotes);
  for (const token of withNested(tokens)) {
    if (token.type !== "def" && token.type !== "paragraph") continue;
    for (const match of token.raw.matchAll(footnoteStart)) footnotes.add(normaliseLabel(match[1] ?? ""));
    const isLink = token.type === "def" && !token.tag.startsWith("^");
    if (isLink && !links.has(normaliseLabel(token.tag))) links.set(normaliseLabel(token.tag), token.raw.trim());
  }
  const isSame = links.size === definitions.links.size && footnotes.size === definitions.footnotes.size;
  return isSame ? definitions : { links, footnotes };
}

/** Yields the tokens in text order, each before its nested ones. */
function* withNested(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token;
    if (token.type === "list") yield* withNested(token.items);
    if (token.type === "blockquote" || token.type === "list_item") yield* withNested(token.tokens ?? []);
  }
}

/** Returns the definitions that a block refers to, as source to append to the block; mostly "". */
export function findDefinitions(source: string, { links }: Definitions): string {
  if (links.size === 0 || !source.includes("[")) return "";
  const found = new Set<string>();
  for (const match of source.matchAll(/\[([^[\]]{1,999})\]/g)) {
    const definition = links.get(normaliseLabel(match[1] ?? ""));
    if (definition) found.add(definition);
  }
  return found.size > 0 ? `\n\n${[...found].join("\n")}` : "";
}

/**
 * Returns the labels of footnotes that a block refers to or defines, joined by spaces (labels have none); mostly "".
 */
export function findFootnotes(source: string, { footnotes }: Definitions): string {
  if (footnotes.size === 0 || !source.includes("[^")) return "";
  const labels = [...source.matchAll(/\[\^([^\]\s]{1,100})\]/g)].map((match) => normaliseLabel(match[1] ?? ""));
  return [...new Set(labels)].filter((label) => footnotes.has(label)).join(" ");
}

/** Normalises a label: case and runs of white space do not count (CommonMark 0.31 §6.3). */
export function normaliseLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
