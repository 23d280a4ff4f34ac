/** Sends a request to an upstream's video routes and reads the JSON reply. */
import { asObject } from "#lib/http/loose-json.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { fetchText } from "../fetch-text.ts";
import { readUpstreamError } from "../read-upstream-error.ts";
import type { ResponseHeaders } from "../receiver.ts";
import type { UpstreamRequest } from "../send.ts";
import { unexpectedBodyError } from "../unexpected-body-error.ts";
import type { VideoUpstream } from "./video-target.ts";

export type JsonReply = { json: Record<string, unknown>; headers: ResponseHeaders };

/** Limit on replies about a task; replies of a dialect that contain the videos are larger. */
const LARGEST_REPLY = 4 * 1024 * 1024;

/** Every reply about a task has one of these fields. */
const TASK_FIELDS = ["id", "name", "status", "done"];

/** @throws GatewayError for the upstream's refusal, 502 or 504 without a readable reply */
export async function requestJson(
  { upstream, readError }: VideoUpstream,
  request: UpstreamRequest,
  { signal, largestBytes = LARGEST_REPLY }: { signal?: AbortSignal; largestBytes?: number },
): Promise<JsonReply> {
  const { status, headers, text } = await fetchText({ upstream, request, largestBytes, ...(signal ? { signal } : {}) });
  if (status < 200 || status >= 300) throw readUpstreamError({ status, headers, body: text, upstream, readError });
  const json = asObject(parseJson(text));
  // A failed task has its own error beside its state.
  if (json && (!json.error || TASK_FIELDS.some((field) => field in json))) return { json, headers };
  throw unexpectedBodyError({
    upstream,
    expected: "a JSON object",
    status,
    headers,
    body: Buffer.from(text),
    readError,
  });
}
