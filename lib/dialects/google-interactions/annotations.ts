/** Annotations of a text ↔ sources (wire-formats §14.4). The API counts places in bytes of the text's UTF-8. */
import type { Source } from "#lib/canonical/reply.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { createTextPlaces } from "../text-places.ts";
import { DIALECT } from "./dialect-id.ts";

/** @param text the whole text, or as much as has arrived */
export function readAnnotations(annotations: unknown, text: string): Source[] {
  if (!Array.isArray(annotations) || annotations.length === 0) return [];
  const places = createTextPlaces(text);
  const toUnit = (byte: unknown) =>
    typeof byte === "number" && Number.isInteger(byte) && byte >= 0 ? places.toUnit(byte) : undefined;
  return annotations.filter(isRecord).map((annotation) => {
    const { type, url, title, document_uri, file_name, start_index, end_index } = annotation;
    const address = url ?? document_uri;
    const name = title ?? file_name;
    const start = toUnit(start_index);
    const end = toUnit(end_index);
    return {
      ...(typeof address === "string" ? { url: address } : {}),
      ...(typeof name === "string" ? { title: name } : {}),
      ...(start !== undefined ? { startIndex: start } : {}),
      ...(end !== undefined ? { endIndex: end } : {}),
      // A citation of a file, or of a newer kind, has more fields than a source.
      ...(type === "url_citation" ? {} : { vendor: { [DIALECT]: { annotation } } }),
    };
  });
}

/** @param text that the sources are about; without it their places are left out */
export function writeAnnotations(sources: readonly Source[], text: string | undefined): Record<string, unknown>[] {
  const places = text === undefined ? undefined : createTextPlaces(text);
  return sources.map(({ url, title, startIndex, endIndex, vendor }) => {
    const own = vendor?.[DIALECT]?.annotation;
    if (isRecord(own)) return own;
    const hasPlace = places && startIndex !== undefined && endIndex !== undefined && endIndex > startIndex;
    return {
      type: "url_citation",
      ...(url === undefined ? {} : { url }),
      ...(title === undefined ? {} : { title }),
      ...(hasPlace ? { start_index: places.toByte(startIndex), end_index: places.toByte(endIndex) } : {}),
    };
  });
}
