/** A request to an upstream's video routes and its reply in JSON. */
import { asObject } from "#lib/http/loose-json.ts";
import { ask } from "../ask.ts";
import type { ResponseHeaders } from "../receiver.ts";
import type { UpstreamRequest } from "../send.ts";
import { unexpectedBody } from "../unexpected-body.ts";
import { readUpstreamError } from "../upstream-answer.ts";
import type { VideoUpstream } from "./video-target.ts";

export type JsonReply = { json: Record<string, unknown>; headers: ResponseHeaders };

/** Replies tell of a task; of a convention that puts videos into them they are larger. */
const LARGEST_REPLY = 4 * 1024 * 1024;

/** One of these is in every reply about a task. */
const TASK_FIELDS = ["id", "name", "status", "done"];

/** @throws GatewayError of the upstream's refusal, 502 or 504 without a reply that can be read */
export async function exchangeJson(
  { upstream, readError }: VideoUpstream,
  request: UpstreamRequest,
  { signal, largestBytes = LARGEST_REPLY }: { signal?: AbortSignal; largestBytes?: number },
): Promise<JsonReply> {
  const { status, headers, text } = await ask({ upstream, request, largestBytes, ...(signal ? { signal } : {}) });
  if (status < 200 || status >= 300) throw readUpstreamError({ status, headers, body: text, upstream, readError });
  const json = parseObject(text);
  // A task that failed has an error of its own beside its state.
  if (json && (!json.error || TASK_FIELDS.some((field) => field in json))) return { json, headers };
  throw unexpectedBody({ upstream, expected: "a JSON object", status, headers, body: Buffer.from(text), readError });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
