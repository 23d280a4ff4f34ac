/** Reads the last bytes of a relayed response: is it complete, and what is its usage. */
import type { Usage } from "#lib/canonical/part.ts";
import type { GoogleReply } from "#lib/contract/google-generate/wire.ts";
import type { TailReading } from "../dialect.ts";
import { readUsage } from "./usage.ts";

/**
 * @param tail the last events of the stream
 * The only marks of a stream's end are the finishReason of its candidates, a refused prompt, or an
 * error that the upstream sent itself (wire-formats §4.7).
 */
export function readStreamTail(tail: string): TailReading {
  const reading: TailReading = { complete: false };
  /** Candidates by index: true when the last event of one has a finishReason. */
  const finished = new Map<unknown, boolean>();
  for (const block of tail.split(/\r\n\r\n|\n\n|\r\r/)) {
    const event = parseEvent(block);
    if (event === "comment") continue;
    if (event === undefined) {
      reading.complete = false;
      continue;
    }
    if (event.usageMetadata) reading.usage = readUsage({ ...reading.usage?.raw, ...event.usageMetadata });
    if (event.error != null || event.promptFeedback?.blockReason) reading.complete = true;
    // An event with nothing but the usage may follow.
    else if (Array.isArray(event.candidates) && event.candidates.length > 0) {
      for (const [position, one] of event.candidates.entries()) {
        finished.set(one?.index ?? position, Boolean(one?.finishReason));
      }
      reading.complete = [...finished.values()].every(Boolean);
    }
  }
  return reading;
}

/** Undefined for an event that is cut off. */
function parseEvent(block: string): GoogleReply | "comment" | undefined {
  const data = block
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5));
  if (data.length === 0) return "comment";
  try {
    const event: unknown = JSON.parse(data.join("\n"));
    return typeof event === "object" && event !== null ? (event as GoogleReply) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads `usageMetadata`, which follows the candidates: the text from its name on is JSON once a brace is added. */
export function readReplyUsage(body: Uint8Array): Usage | undefined {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const start = buffer.lastIndexOf('"usageMetadata"');
  if (start < 0) return undefined;
  try {
    const rest = buffer.toString("utf8", start).replace(/\]\s*$/, "");
    const { usageMetadata } = JSON.parse(`{${rest}`) as GoogleReply;
    return usageMetadata && readUsage(usageMetadata);
  } catch {
    return undefined;
  }
}
