/** What the last bytes of a relayed answer tell: whether it is whole, and its usage. */
import type { Usage } from "#lib/canonical/part.ts";
import type { TailReading } from "../dialect.ts";
import { readUsage } from "./usage.ts";

/** Quotes inside a JSON string are escaped, so these match fields only, never an answer's text. */
const FINISHED = /"finish_reason"\s*:\s*"/;
const FAILED = /^data:\s*\{\s*(?:"type"\s*:\s*"error"|"error"\s*:\s*\{)/m;

/**
 * @param tail the last events of the stream
 * A stream ends with `data: [DONE]` (wire-formats §1.6). Some servers leave it out after the finish chunk: that is whole
 * too. One that ended in an upstream's own error event has said so itself.
 */
export function readStreamTail(tail: string): TailReading {
  return {
    complete: /^data:\s*\[DONE\]/m.test(tail) || FINISHED.test(tail) || FAILED.test(tail),
    usage: findUsage(tail),
  };
}

/** `usage` stands at the end of a reply: it is found from there, without parsing the rest. */
export function readReplyUsage(body: Uint8Array): Usage | undefined {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const start = buffer.lastIndexOf('"usage"');
  return start < 0 ? undefined : findUsage(buffer.toString("utf8", start));
}

function findUsage(text: string): Usage | undefined {
  for (let at = text.lastIndexOf('"usage"'); at >= 0; at = at > 0 ? text.lastIndexOf('"usage"', at - 1) : -1) {
    const json = objectAfter(text, at + '"usage"'.length);
    // A `usage` inside a vendor's own field (x_groq) comes first or holds the same numbers.
    if (json && "prompt_tokens" in json) return readUsage(json);
  }
  return undefined;
}

function objectAfter(text: string, from: number): Record<string, unknown> | undefined {
  const start = /^\s*:\s*\{/.exec(text.slice(from, from + 16));
  if (!start) return undefined;
  const open = from + start[0].length - 1;
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === "{") depth++;
    else if (text[index] === "}" && --depth === 0) {
      try {
        return JSON.parse(text.slice(open, index + 1)) as Record<string, unknown>;
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}
