/** Answers of both conventions about tasks. */
import { writeOperation } from "#lib/dialects/google-operations/result.ts";
import type { Operation } from "#lib/dialects/google-operations/wire.ts";
import { writeVideoTask } from "#lib/dialects/openai-videos/result.ts";
import type { VideoTask } from "#lib/dialects/openai-videos/wire.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { answerHeaders } from "../answer-context.ts";
import { jsonResponse } from "../files-context.ts";
import { publicOrigin } from "../files-shapes.ts";
import { SANDBOX } from "../sandbox-upstream.ts";
import { factsOf, hasEnded } from "./task-facts.ts";
import type { VideoContext } from "./video-context.ts";

/** When it is worth to look again: Python's poll helper heeds it (wire-formats §6.2). */
const SOON_MS = 1_000;
const LATER_MS = 3_000;

/** In the convention of the route. */
export function taskResponse(context: VideoContext, task: VideoTaskRecord): ExchangeResponse {
  const { exchange, dialect, record } = context;
  record.model = task.model;
  record.upstream = task.upstream;
  const body = dialect === "openai-videos" ? toVideoTask(task, exchange) : toOperation(task, exchange);
  return jsonResponse(body, {
    "cache-control": "no-store",
    ...(record.lane ? answerHeaders(record) : {}),
    ...(hasEnded(task) ? {} : { "openai-poll-after-ms": String(task.upstream === SANDBOX ? SOON_MS : LATER_MS) }),
  });
}

export function toVideoTask(task: VideoTaskRecord, { headers }: Pick<ExchangeRequest, "headers">): VideoTask {
  // The SDKs' helpers poll on while a task is queued; what is pending they take for ended (wire-formats §6.2).
  const polls =
    headers["x-stainless-poll-helper"] !== undefined || String(headers["user-agent"] ?? "").startsWith("OpenAI/");
  return writeVideoTask(factsOf(task, "openai-videos"), { waiting: polls ? "queued" : "pending" });
}

export function toOperation(task: VideoTaskRecord, exchange: Pick<ExchangeRequest, "headers" | "path">): Operation {
  const version = exchange.path.startsWith("/v1/") ? "v1" : "v1beta";
  return writeOperation(factsOf(task, "google-operations"), { filesUrl: `${publicOrigin(exchange)}/${version}/files` });
}
