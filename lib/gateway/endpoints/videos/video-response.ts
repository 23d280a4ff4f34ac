/** Writes tasks as responses of both dialects. */
import type { Operation } from "#lib/contract/google-operations/wire.ts";
import type { VideoTask } from "#lib/contract/openai-videos/wire.ts";
import { writeOperation } from "#lib/dialects/google-operations/reply.ts";
import { writeVideoTask } from "#lib/dialects/openai-videos/reply.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicOrigin } from "#lib/gateway/request/find-public-origin.ts";
import { writeLaneHeaders, writeRouteHeader } from "#lib/gateway/request/write-lane-headers.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { isLocal } from "#lib/upstreams/videos/video-providers.ts";
import { hasEnded, readTaskFacts } from "./task-facts.ts";
import { listAttempts } from "./task-plan.ts";
import type { VideoContext } from "./video-context.ts";

/** Delay of the next poll: Python's poll helper respects it (wire-formats §6.2). */
const SOON_MS = 1_000;
const LATER_MS = 3_000;

/** Writes a task in the dialect of the route. */
export function createTaskResponse(context: VideoContext, task: VideoTaskRecord): EndpointResponse {
  const { request, services, dialect, log } = context;
  log.model = task.model;
  log.upstream = task.upstream;
  const attempts = listAttempts(task);
  const body = dialect === "openai-videos" ? toVideoTask(task, request) : toOperation(task, request);
  const found = services.videos.findVideos(task.upstream);
  const pollAfterMs = found && isLocal(found) ? SOON_MS : LATER_MS;
  return createJsonResponse(body, {
    ...(log.lane ? writeLaneHeaders(log) : {}),
    ...(attempts && attempts.length > 0 ? { "x-gateway-route": writeRouteHeader(attempts) } : {}),
    ...(hasEnded(task) ? {} : { "openai-poll-after-ms": String(pollAfterMs) }),
  });
}

export function toVideoTask(task: VideoTaskRecord, { headers }: Pick<HttpRequest, "headers">): VideoTask {
  // The SDKs' helpers continue polling while a task is queued; they take a pending one for ended (wire-formats §6.2).
  const polls =
    headers["x-stainless-poll-helper"] !== undefined || String(headers["user-agent"] ?? "").startsWith("OpenAI/");
  return writeVideoTask(readTaskFacts(task, "openai-videos"), { waiting: polls ? "queued" : "pending" });
}

export function toOperation(task: VideoTaskRecord, request: Pick<HttpRequest, "headers" | "path">): Operation {
  const version = request.path.startsWith("/v1/") ? "v1" : "v1beta";
  return writeOperation(readTaskFacts(task, "google-operations"), {
    filesUrl: `${findPublicOrigin(request)}/${version}/files`,
  });
}
