/** Reads the last bytes of a relayed response: is it complete, and what is its usage. */
import type { Usage } from "#lib/canonical/part.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import type { TailReading } from "../dialect.ts";
import { findObjectEnd } from "../find-object-end.ts";
import { readUsage } from "./usage.ts";

/** Quotes inside a JSON string are escaped, so these match fields only, never a response's text. */
const FINISHED = /"type"\s*:\s*"response\.(completed|incomplete|failed)"/;
const FAILED = /^event:\s*error\b|^data:\s*\{\s*(?:"type"\s*:\s*"error"|"error"\s*:\s*\{)/m;

/**
 * @param tail the last events of the stream; the final one repeats the whole response, and may be large
 * A stream ends with response.completed, response.incomplete or response.failed (wire-formats §2.6). A stream that
 * ended in the upstream's error event is complete too.
 */
export function readStreamTail(tail: string): TailReading {
  return { complete: FINISHED.test(tail) || FAILED.test(tail), usage: findUsage(tail) };
}

/** Finds `usage` from the end of a response object, without parsing the rest. */
export function readReplyUsage(body: Uint8Array): Usage | undefined {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (let end = buffer.length; end > 0; ) {
    const start = buffer.lastIndexOf('"usage"', end);
    if (start < 0) return undefined;
    const json = readObjectAfter(buffer.toString("utf8", start, Math.min(start + LONGEST_USAGE, buffer.length)));
    if (json) return readUsage(json);
    end = start - 1;
  }
  return undefined;
}

/** Characters; details included it has a few hundred. */
const LONGEST_USAGE = 4096;

function findUsage(text: string): Usage | undefined {
  for (let at = text.lastIndexOf('"usage"'); at >= 0; at = at > 0 ? text.lastIndexOf('"usage"', at - 1) : -1) {
    const json = readObjectAfter(text.slice(at, at + LONGEST_USAGE));
    if (json) return readUsage(json);
  }
  return undefined;
}

/** Returns the usage object at the start of `text`; undefined when the name is a key of another object. */
function readObjectAfter(text: string): Record<string, unknown> | undefined {
  const open = /^"usage"\s*:\s*\{/.exec(text);
  if (!open) return undefined;
  const start = open[0].length - 1;
  const end = findObjectEnd(text, start);
  return end < 0 ? undefined : parseUsage(text.slice(start, end));
}

function parseUsage(json: string): Record<string, unknown> | undefined {
  const value = parseJson(json) as Record<string, unknown> | undefined;
  return typeof value?.input_tokens === "number" ? value : undefined;
}
