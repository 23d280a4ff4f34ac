/** Reads the last bytes of a relayed response: is it complete, and what is its usage (wire-formats §5.3, §5.4). */
import type { Usage } from "#lib/canonical/part.ts";
import type { TailReading } from "../dialect.ts";

/** A completed event has its usage after the last image; a preview has none. */
const COMPLETED = /"type"\s*:\s*"image_(?:generation|edit)\.completed"|"usage"\s*:\s*\{/;
const FAILED = /^event:\s*error\s*$|^data:\s*\{\s*(?:"type"\s*:\s*"error"|"error"\s*:)/m;
/** Longest text after the image in an event or a reply, in bytes. */
const BEHIND_IMAGE = 4_096;

/**
 * @param tail the last events of the stream
 * A completed image may be followed by others: nothing marks the last one.
 */
export function readStreamTail(tail: string): TailReading {
  const end = tail.slice(-BEHIND_IMAGE);
  // The event's name is before an image that may be megabytes long.
  const named = tail.lastIndexOf(".completed");
  return {
    complete: named >= 0 || COMPLETED.test(end) || FAILED.test(end),
    mayGoOn: true,
    usage: findUsage(end),
  };
}

export function readReplyUsage(body: Uint8Array): Usage | undefined {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return findUsage(buffer.toString("latin1", Math.max(0, buffer.length - BEHIND_IMAGE)));
}

/** Reads only the token counts, which are in no other object. */
function findUsage(text: string): Usage | undefined {
  const from = text.lastIndexOf('"usage"');
  const input = /"input_tokens"\s*:\s*(\d+)/.exec(text.slice(from))?.[1];
  const output = /"output_tokens"\s*:\s*(\d+)/.exec(text.slice(from))?.[1];
  if (from < 0 || input === undefined || output === undefined) return undefined;
  return { inputTokens: Number(input), outputTokens: Number(output) };
}
