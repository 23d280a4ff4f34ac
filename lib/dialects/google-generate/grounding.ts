/**
 * `groundingMetadata`: the web pages behind a response, and the text that each supports (wire-formats §4.7). The API
 * counts places in bytes of UTF-8, within a part of the response; in a stream, within all of its text.
 */
import type { Source } from "#lib/canonical/reply.ts";
import { createTextPlaces } from "../text-places.ts";
import { isObject } from "./inline-references.ts";
import { createLocator, type GroundedText, listStarts } from "./locate-segment.ts";

type Fields = Record<string, unknown>;

/** @param textsOf called only when places must be found */
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

/**
 * Limit on the characters that a reply's segments repeat from its texts: thousands of sources, each with all of a long
 * text, would repeat it each time. Readers find a segment without text by its place.
 */
const MOST_WORDS = 4_194_304;

/** Writes nothing when the upstream's own metadata is available. */
export function writeSources(
  sources: Source[] | undefined,
  { own: vendorFields, texts }: { own: Fields | undefined; texts: GroundedText[] },
): Fields {
  if (!sources || sources.length === 0 || vendorFields?.groundingMetadata !== undefined) return {};
  const chunks = new Map<string, { index: number; web: Fields }>();
  const supports = new Map<string, { segment: Fields; pages: Set<number> }>();
  const segmentOf = createSegmentWriter(texts);
  for (const source of sources) {
    const { url = "", title = "" } = source;
    const page = JSON.stringify([url, title]);
    const chunk = chunks.get(page) ?? { index: chunks.size, web: { uri: url, title } };
    chunks.set(page, chunk);
    const written = segmentOf(source);
    if (!written) continue;
    const support = supports.get(written.key) ?? { segment: written.segment(), pages: new Set() };
    supports.set(written.key, support);
    support.pages.add(chunk.index);
  }
  const groundingChunks = [...chunks.values()].map(({ web }) => ({ web }));
  const groundingSupports = [...supports.values()].map(({ segment, pages }) => ({
    segment,
    groundingChunkIndices: [...pages],
  }));
  return { groundingMetadata: { groundingChunks, ...(groundingSupports.length > 0 ? { groundingSupports } : {}) } };
}

/** Returns a source's place as a key, and its segment; undefined without a place (some upstreams send 0 to 0). */
function createSegmentWriter(
  texts: GroundedText[],
): (source: Source) => { key: string; segment: () => Fields } | undefined {
  const starts = listStarts(texts);
  const places = createTextPlaces(texts.map(({ text }) => text).join(""));
  let words = 0;

  return ({ startIndex = 0, endIndex = 0, text: at = 0 }) => {
    const target = texts[at];
    if (!target || endIndex <= startIndex) return undefined;
    const { text, part } = target;
    const within = (index: number) => Math.min(Math.max(0, Math.trunc(index)), text.length);
    const toByte = (index: number) => places.toByte((starts[at] as number) + within(index));
    // In a stream all texts are one.
    const base = part === undefined ? 0 : toByte(0);
    const start = toByte(startIndex) - base;
    const end = toByte(endIndex) - base;
    return {
      key: `${part} ${start} ${end}`,
      segment() {
        words += end - start;
        return {
          ...(part ? { partIndex: part } : {}),
          startIndex: start,
          endIndex: end,
          ...(words > MOST_WORDS ? {} : { text: text.slice(within(startIndex), within(endIndex)) }),
        };
      },
    };
  };
}
