/** Reads citations of the messages dialect (wire-formats §3.3) as text. */
import type { ResponseCitation } from "#lib/playground/conversation/model-response.ts";
import { type Fields, number, string } from "../json-fields.ts";

export function readCitation(raw: Fields): ResponseCitation {
  const url = string(raw.url) || (/^https?:/.test(string(raw.source)) ? string(raw.source) : "");
  const quote = string(raw.cited_text).trim();
  const place = describePlace(raw);
  return {
    title: string(raw.title) || string(raw.document_title) || url || "Document",
    ...(url === "" ? {} : { url }),
    ...(place === undefined ? {} : { place }),
    ...(quote === "" ? {} : { quote }),
  };
}

/** Returns the cited place. Pages count from 1, everything else from 0; ends are exclusive. */
function describePlace(raw: Fields): string | undefined {
  const between = (start: unknown, end: unknown, name: string) => {
    const [from, to] = [number(start), number(end)];
    if (from === undefined) return undefined;
    return to === undefined || to - from <= 1 ? `${name} ${from}` : `${name}s ${from}–${to - 1}`;
  };
  switch (raw.type) {
    case "page_location":
      return between(raw.start_page_number, raw.end_page_number, "page");
    case "char_location":
      return between(raw.start_char_index, raw.end_char_index, "character");
    case "content_block_location":
      return between(raw.start_block_index, raw.end_block_index, "block");
    default:
      return undefined;
  }
}
