/** Reads the last bytes of a relayed response: is it complete, and what is its usage. */
import type { Usage } from "#lib/canonical/part.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import type { ChatReply } from "#lib/contract/openai-chat/wire.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import type { TailReading } from "../dialect.ts";
import { findObjectEnd } from "../find-object-end.ts";
import { readUsage } from "./usage.ts";

/** Quotes inside a JSON string are escaped, so these match fields only, never a response's text. */
const HAS_FINISH = /"finish_reason"\s*:\s*"/;
const ENDED = /^data:\s*\[DONE\]/m;
const FAILED = /^data:\s*\{\s*(?:"type"\s*:\s*"error"|"error"\s*:\s*\{)/m;

/**
 * @param tail the last events of the stream
 * A stream ends with `data: [DONE]` (wire-formats §1.6). Some servers omit it after the finish chunks: such a stream is
 * complete too, and so is one that ended in the upstream's error event.
 */
export function readStreamTail(tail: string): TailReading {
  const usage = findUsage(tail);
  if (ENDED.test(tail) || FAILED.test(tail)) return { complete: true, usage };
  return { complete: isFinished(tail), mayGoOn: true, usage };
}

/** True when every choice in the tail has finished: with `n` above 1, the finish of one is not the end. */
function isFinished(tail: string): boolean {
  if (!HAS_FINISH.test(tail)) return false;
  const seen = new Set<unknown>();
  const finished = new Set<unknown>();
  for (const line of tail.split(/\r\n|\n|\r/)) {
    for (const [position, choice] of readChoices(line).entries()) {
      const index = choice?.index ?? position;
      seen.add(index);
      if (choice?.finish_reason) finished.add(index);
    }
  }
  return finished.size > 0 && finished.size === seen.size;
}

function readChoices(line: string): NonNullable<ChatReply["choices"]> {
  if (!line.startsWith("data:")) return [];
  try {
    const choices = (JSON.parse(line.slice("data:".length)) as ChatReply | null)?.choices;
    return Array.isArray(choices) ? choices : [];
  } catch {
    return [];
  }
}

const FIELD = '"usage"';
/** Bytes; where the usage comes first, the rest of the reply is not worth parsing. */
const LONGEST_REST = 2_048;
/** Objects of this name that are read. */
const MOST_OBJECTS = 20;

/** Finds `usage` from the end of a reply, without parsing what is before it. */
export function readReplyUsage(body: Uint8Array): Usage | undefined {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const start = buffer.lastIndexOf(FIELD);
  if (start < 0) return undefined;
  if (buffer.length - start <= LONGEST_REST) {
    // A field of the reply itself, as nearly always: with a brace before it, the rest is an object too.
    const rest = parseJson(`{${buffer.toString("utf8", start)}`) as { usage?: unknown } | undefined;
    if (isRecord(rest?.usage) && "prompt_tokens" in rest.usage) return readUsage(rest.usage);
  }
  return findUsage(buffer.toString("utf8"));
}

/** A later field may have the same name and other contents. */
function findUsage(text: string): Usage | undefined {
  let objects = 0;
  for (let at = text.lastIndexOf(FIELD); at >= 0; at = at > 0 ? text.lastIndexOf(FIELD, at - 1) : -1) {
    const json = readObjectAfter(text, at + FIELD.length);
    // A `usage` inside a vendor's field (x_groq) is before it or has the same numbers.
    if (json && "prompt_tokens" in json) return readUsage(json);
    if (json && ++objects === MOST_OBJECTS) return undefined;
  }
  return undefined;
}

function readObjectAfter(text: string, from: number): Record<string, unknown> | undefined {
  const start = /^\s*:\s*\{/.exec(text.slice(from, from + 16));
  if (!start) return undefined;
  const open = from + start[0].length - 1;
  const end = findObjectEnd(text, open);
  if (end < 0) return undefined;
  return parseJson(text.slice(open, end)) as Record<string, unknown> | undefined;
}
