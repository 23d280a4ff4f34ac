/** Events of OpenAI's audio routes: writing them, and reading whether a relayed stream is whole (wire-formats §11.3). */
import type { Usage } from "#lib/canonical/part.ts";
import type { TailReading } from "../dialect.ts";

const DONE =
  /"type"\s*:\s*"(?:speech\.audio\.done|transcript\.text\.done|error)"|^data:\s*\{\s*"error"\s*:|^event:\s*error/m;

export function readStreamTail(tail: string): TailReading {
  const usage = findUsage(tail);
  return { complete: DONE.test(tail), ...(usage ? { usage } : {}) };
}

const USAGE_BYTES = 4_096;

/** Reads the tokens of a reply; undefined for one that counts seconds. */
export function readReplyUsage(body: Uint8Array): Usage | undefined {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return findUsage(buffer.toString("latin1", Math.max(0, buffer.length - USAGE_BYTES)));
}

function findUsage(text: string): Usage | undefined {
  const from = text.lastIndexOf('"usage"');
  if (from < 0) return undefined;
  const input = /"input_tokens"\s*:\s*(\d+)/.exec(text.slice(from))?.[1];
  const output = /"output_tokens"\s*:\s*(\d+)/.exec(text.slice(from))?.[1];
  return input === undefined || output === undefined
    ? undefined
    : { inputTokens: Number(input), outputTokens: Number(output) };
}

export function writeEvent(event: { type: string } & Record<string, unknown>): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
