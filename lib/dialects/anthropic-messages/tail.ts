/** Reads the last bytes of a relayed response: is it complete, and what is its usage. */
import type { Usage } from "#lib/canonical/part.ts";
import type { WireStreamEvent } from "#lib/contract/anthropic-messages/wire.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import type { TailReading } from "../dialect.ts";
import { mergeUsage, readUsage } from "./usage.ts";

/** Quotes inside a JSON string are escaped, so this matches the field only, never a response's text. */
const ENDED = /"type"\s*:\s*"message_stop"/;
/** Error event of the upstream: the response is complete, and failed. */
const FAILED = /^data:\s*\{\s*"type"\s*:\s*"error"|^event:\s*error\s*$/m;
/** Places to try: a reply without usage may have fields of that name in a tool's input. */
const ATTEMPTS = 8;
const HAS_USAGE = /"type"\s*:\s*"message_(?:start|delta)"/;

/**
 * @param tail the last events of the stream
 * A stream ends with `message_stop` (wire-formats §3.6); the counters in `message_delta` are for the whole response.
 */
export function readStreamTail(tail: string): TailReading {
  let usage: Record<string, unknown> | undefined;
  for (const line of tail.split("\n")) {
    if (!line.startsWith("data:") || !HAS_USAGE.test(line)) continue;
    const found = readUsageField(line.slice("data:".length));
    if (found) usage = mergeUsage(usage ?? {}, found);
  }
  return { complete: ENDED.test(tail) || FAILED.test(tail), usage: usage && readUsage(usage) };
}

function readUsageField(json: string): Record<string, unknown> | null | undefined {
  const event = parseJson(json) as WireStreamEvent | undefined;
  return event?.usage ?? event?.message?.usage;
}

/** Reads `usage` near the end of a reply: the text from there on is an object without its opening brace. */
export function readReplyUsage(body: Uint8Array): Usage | undefined {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let at = buffer.length;
  for (let attempt = 0; attempt < ATTEMPTS && at > 0; attempt++) {
    at = buffer.lastIndexOf('"usage"', at - 1);
    if (at < 0) return undefined;
    // A nested `usage` leaves one brace too many and does not parse.
    const rest = parseJson(`{${buffer.toString("utf8", at)}`) as { usage?: unknown } | undefined;
    if (typeof rest?.usage === "object" && rest.usage !== null) return readUsage(rest.usage as Record<string, unknown>);
  }
  return undefined;
}
