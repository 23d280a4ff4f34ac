/** Reads the last bytes of a relayed response: is it complete, and what is its usage. */
import type { Usage } from "#lib/canonical/part.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import type { TailReading } from "../dialect.ts";
import { findObjectEnd } from "../find-object-end.ts";
import { readUsage } from "./usage.ts";

/** Quotes inside a JSON string are escaped, so these match fields only, never a response's text. */
const FINISHED = /"event_type"\s*:\s*"(?:interaction\.completed|error)"/;
const FAILED = /^event:\s*error\b|^data:\s*\{\s*"error"\s*:\s*\{/m;

/**
 * @param tail the last events of the stream
 * A stream ends with interaction.completed (wire-formats §14.5). A stream that ended in the upstream's error event is
 * complete too.
 */
export function readStreamTail(tail: string): TailReading {
  const usage = findUsage(tail);
  return { complete: FINISHED.test(tail) || FAILED.test(tail), ...(usage ? { usage } : {}) };
}

/** Finds `usage` from the end of an interaction, without parsing the rest. */
export function readReplyUsage(body: Uint8Array): Usage | undefined {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (let end = buffer.length; end > 0; ) {
    const start = buffer.lastIndexOf('"usage"', end);
    if (start < 0) return undefined;
    const usage = readObjectAfter(buffer.toString("utf8", start, Math.min(start + LONGEST_USAGE, buffer.length)));
    if (usage) return usage;
    end = start - 1;
  }
  return undefined;
}

/** Characters; counts by modality included it has several hundred. */
const LONGEST_USAGE = 4096;

function findUsage(text: string): Usage | undefined {
  for (let at = text.lastIndexOf('"usage"'); at >= 0; at = at > 0 ? text.lastIndexOf('"usage"', at - 1) : -1) {
    const usage = readObjectAfter(text.slice(at, at + LONGEST_USAGE));
    if (usage) return usage;
  }
  return undefined;
}

/** Reads the usage object at the start of `text`; undefined when the name is a key of another object. */
function readObjectAfter(text: string): Usage | undefined {
  const open = /^"usage"\s*:\s*\{/.exec(text);
  if (!open) return undefined;
  const start = open[0].length - 1;
  const end = findObjectEnd(text, start);
  const value = end < 0 ? undefined : parseJson(text.slice(start, end));
  const isUsage =
    isRecord(value) && (typeof value.total_input_tokens === "number" || typeof value.total_tokens === "number");
  return isUsage ? readUsage(value) : undefined;
}
