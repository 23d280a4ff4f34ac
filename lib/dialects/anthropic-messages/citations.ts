/**
 * Citations (wire-formats §3.3). In this API they belong to a text block and stay there as its vendor data; citations
 * of web pages are `sources` of the response too, for APIs that support only these.
 */
import type { Source } from "#lib/canonical/reply.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { DIALECT } from "./dialect-id.ts";

type Citation = Record<string, unknown>;

/** A block without citations must not have the field, not even as null or as an empty list (trap of §3.3). */
export function readCitations(block: Record<string, unknown>): Citation[] {
  return Array.isArray(block.citations) ? block.citations.filter(isRecord) : [];
}

/** @param block the cited text, and the number of texts before it in the response */
export function readSources(
  citations: Citation[],
  { length, position }: { length: number; position: number },
): Source[] {
  const range = { startIndex: 0, endIndex: length, ...(position > 0 ? { text: position } : {}) };
  return citations.flatMap((citation) => {
    const url = typeof citation.url === "string" ? citation.url : citation.source;
    if (typeof url !== "string" || !/^https?:\/\//i.test(url)) return [];
    const title = typeof citation.title === "string" ? { title: citation.title } : {};
    // Tells a writer of this dialect that the source is already in its block.
    return [{ url, ...title, ...range, vendor: { [DIALECT]: citation } }];
  });
}

/** Undefined for a source that its text block carries itself. */
export function writeSource({ url, title, vendor }: Source): Citation | undefined {
  if (vendor?.[DIALECT]) return undefined;
  return {
    type: "web_search_result_location",
    url: url ?? "",
    title: title ?? null,
    // Only this API's own search has an index; an empty one marks the citation as made here.
    encrypted_index: "",
    cited_text: "",
  };
}

/** True when `writeSource` made this citation of a client's history: no upstream knows it. */
export function isMadeByGateway(citation: Citation): boolean {
  return citation.encrypted_index === "";
}
