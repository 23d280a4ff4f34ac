/** Replaces media in base64 by references: type, size and hash, by which two of them can be compared. */
import { createHash } from "node:crypto";
import { sniffMediaType } from "#lib/canonical/media-type.ts";
import type { Edit } from "./text-edits.ts";

/** Shorter values stay: they are small, and rarely media. */
const SHORTEST = 512;
/** Begins a value of base64. Its end is looked for separately: an expression over megabytes would overflow its stack. */
const BEGIN = new RegExp(String.raw`"(?:data:([\w.+/-]+)(?:;[\w=.-]+)*;base64,)?(?=[A-Za-z0-9+/_-]{${SHORTEST}})`, "g");
const NOT_BASE64 = /[^A-Za-z0-9+/_=-]/;
/** Fields that hold media in an API, whatever the first bytes look like. */
const MEDIA_FIELD = /"(?:b64_json|partial_image_b64|file_data|bytesBase64Encoded|imageBytes|videoBytes)"\s*:\s*$/;
/** Type beside the data, before or after it. */
const TYPE_BEFORE = /"(?:mime_?[tT]ype|media_type|format)"\s*:\s*"([\w.+/-]{2,60})"\s*,\s*"data"\s*:\s*$/;
const TYPE_AFTER = /^\s*,\s*"(?:mime_?[tT]ype|media_type|format)"\s*:\s*"([\w.+/-]{2,60})"/;
const AROUND = 200;

/** Returns one edit for each media of a JSON text or of a stream with JSON in its events. */
export function findMedia(text: string): Edit[] {
  const edits: Edit[] = [];
  BEGIN.lastIndex = 0;
  for (let match = BEGIN.exec(text); match; match = BEGIN.exec(text)) {
    const start = match.index + match[0].length;
    const end = text.indexOf('"', start);
    const base64 = text.slice(start, end);
    if (end < 0 || NOT_BASE64.test(base64)) continue;
    BEGIN.lastIndex = end;
    const before = text.slice(Math.max(0, match.index - AROUND), match.index);
    const declared = match[1];
    const type =
      declared ??
      TYPE_BEFORE.exec(before)?.[1] ??
      TYPE_AFTER.exec(text.slice(end + 1, end + AROUND))?.[1] ??
      sniffMediaType(Buffer.from(base64.slice(0, 64), "base64")) ??
      (MEDIA_FIELD.test(before) ? "media" : undefined);
    if (type === undefined) continue;
    const bytes = Buffer.from(base64, "base64");
    const hash = createHash("sha256").update(bytes).digest("hex");
    edits.push({ start: match.index + 1, end, text: `[${type}, ${bytes.length} bytes, sha256:${hash}]` });
  }
  return edits;
}
