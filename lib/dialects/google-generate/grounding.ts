/**
 * `groundingMetadata`: the pages that an answer rests on, and which of its words rest on which (wire-formats §4.7). The wire
 * counts places in bytes of UTF-8, within a part of the answer; a stream's, within all of its text.
 */
import type { Source } from "#lib/canonical/reply.ts";
import { isObject } from "./inline-references.ts";

type Fields = Record<string, unknown>;

/** A text of the answer. */
export type GroundedText = {
  text: string;
  /** Its part's place in the content; absent in a stream, where parts are pieces. */
  part?: number;
};

/** @param textsOf called only where places have to be found */
export function readSources(metadata: Fields | undefined, textsOf: () => GroundedText[]): Source[] {
  const grounding = metadata?.groundingMetadata;
  if (!isObject(grounding)) return [];
  const pages = listOf(grounding.groundingChunks).map(readChunk);
  const supports = listOf(grounding.groundingSupports);
  const locate = supports.length > 0 ? createLocator(textsOf()) : undefined;
  const cited = new Set<number>();
  const sources: Source[] = [];
  for (const support of supports) {
    if (!isObject(support)) continue;
    const place = isObject(support.segment) ? locate?.(support.segment) : undefined;
    for (const index of listOf(support.groundingChunkIndices)) {
      const page = typeof index === "number" ? pages[index] : undefined;
      if (!page || !place) continue;
      sources.push({ ...page, ...place });
      cited.add(index as number);
    }
  }
  return [...sources, ...pages.flatMap((page, index) => (page && !cited.has(index) ? page : []))];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function readChunk(chunk: unknown): Source | undefined {
  const page = isObject(chunk) ? (chunk.web ?? chunk.retrievedContext ?? chunk.maps) : undefined;
  if (!isObject(page)) return undefined;
  return {
    ...(typeof page.uri === "string" ? { url: page.uri } : {}),
    ...(typeof page.title === "string" ? { title: page.title } : {}),
  };
}

type Place = Pick<Source, "startIndex" | "endIndex" | "text">;

/**
 * Finds the words of a segment. Which part an index counts in is not always said rightly (thoughts, streams), so a place
 * counts when its words are the segment's; where the segment does not repeat them, the first possible one.
 */
function createLocator(texts: GroundedText[]): (segment: Fields) => Place | undefined {
  const whole = texts.map(({ text }) => text).join("");
  const starts: number[] = [];
  let length = 0;
  for (const { text } of texts) {
    starts.push(length);
    length += text.length;
  }
  const bytes = Buffer.from(whole);
  const byteStarts = starts.map((start) => Buffer.byteLength(whole.slice(0, start)));

  return ({ partIndex = 0, startIndex = 0, endIndex, text: words }) => {
    if (typeof startIndex !== "number" || typeof endIndex !== "number" || endIndex <= startIndex) return undefined;
    const named = texts.findIndex(({ part }) => part === partIndex);
    const found = [byteStarts[named], 0, ...byteStarts].find((base) => {
      if (base === undefined || base + endIndex > bytes.length) return false;
      return typeof words !== "string" || bytes.toString("utf8", base + startIndex, base + endIndex) === words;
    });
    if (found === undefined) return undefined;
    const start = bytes.toString("utf8", 0, found + startIndex).length;
    const end = bytes.toString("utf8", 0, found + endIndex).length;
    const at = starts.findLastIndex((begin, index) => begin <= start && texts[index]?.text !== "");
    const begin = starts[at] ?? 0;
    const last = Math.min(end - begin, texts[at]?.text.length ?? 0);
    return { startIndex: start - begin, endIndex: last, ...(at > 0 ? { text: at } : {}) };
  };
}

/** Nothing where the upstream's own words on it are at hand. */
export function writeSources(
  sources: Source[] | undefined,
  { own, texts }: { own: Fields | undefined; texts: GroundedText[] },
): Fields {
  if (!sources || sources.length === 0 || own?.groundingMetadata !== undefined) return {};
  const chunks = new Map<string, { index: number; web: Fields }>();
  const supports = new Map<string, { segment: Fields; groundingChunkIndices: number[] }>();
  for (const source of sources) {
    const { url = "", title = "" } = source;
    const page = JSON.stringify([url, title]);
    const chunk = chunks.get(page) ?? { index: chunks.size, web: { uri: url, title } };
    chunks.set(page, chunk);
    const segment = writeSegment(source, texts);
    if (!segment) continue;
    const key = JSON.stringify(segment);
    const support = supports.get(key) ?? { segment, groundingChunkIndices: [] };
    supports.set(key, support);
    if (!support.groundingChunkIndices.includes(chunk.index)) support.groundingChunkIndices.push(chunk.index);
  }
  const groundingChunks = [...chunks.values()].map(({ web }) => ({ web }));
  const groundingSupports = [...supports.values()];
  return { groundingMetadata: { groundingChunks, ...(groundingSupports.length > 0 ? { groundingSupports } : {}) } };
}

/** Undefined for a source without a place; some conventions write 0 to 0 for it. */
function writeSegment(
  { startIndex = 0, endIndex = 0, text: at = 0 }: Source,
  texts: GroundedText[],
): Fields | undefined {
  const target = texts[at];
  if (!target || endIndex <= startIndex) return undefined;
  const words = target.text.slice(startIndex, endIndex);
  // In a stream all texts are one.
  const before = target.part === undefined ? texts.slice(0, at).map(({ text }) => text) : [];
  const start = Buffer.byteLength(before.join("") + target.text.slice(0, startIndex));
  return {
    ...(target.part ? { partIndex: target.part } : {}),
    startIndex: start,
    endIndex: start + Buffer.byteLength(words),
    text: words,
  };
}
