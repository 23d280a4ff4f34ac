/** Writes a long-running operation with the fields of both the specification and the SDKs (wire-formats §6.4). */

import type { VideoFacts } from "#lib/canonical/video-facts.ts";
import type { Operation, OperationMetadata } from "#lib/contract/google-operations/wire.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { CODES } from "./codes.ts";

const TYPE = "type.googleapis.com/google.ai.generativelanguage.v1beta";

/** gRPC status of each error code that is not itself a gRPC status; all others are INTERNAL (wire-formats §7.3). */
const STATUSES: Record<string, string> = {
  invalid_value: "INVALID_ARGUMENT",
  invalid_request_error: "INVALID_ARGUMENT",
  content_filtered: "INVALID_ARGUMENT",
  model_not_found: "NOT_FOUND",
  upstream_task_not_found: "NOT_FOUND",
  rate_limit_exceeded: "RESOURCE_EXHAUSTED",
};
const STATES = { queued: "PENDING", in_progress: "RUNNING", completed: "SUCCEEDED", failed: "FAILED" } as const;

export function toOperationName(key: string): string {
  return `operations/${key}`;
}

/** @param filesUrl of the files of this gateway, as the client calls it: `https://host/v1beta/files` */
export function writeOperation(facts: VideoFacts, { filesUrl }: { filesUrl: string }): Operation {
  const { key, state, raw } = facts;
  const metadata = { ...recordOf(raw?.metadata), ...writeMetadata(facts) };
  const operation = { name: toOperationName(key), done: state === "completed" || state === "failed", metadata };
  if (state === "failed") return { ...operation, error: writeError(facts) };
  if (state !== "completed") return operation;
  return { ...operation, response: writeResponse(facts, filesUrl) };
}

function writeMetadata(facts: VideoFacts): OperationMetadata {
  const { key, model, state, progress, createdAt, startedAt, completedAt, expiresAt, error } = facts;
  return {
    "@type": `${TYPE}.PredictLongRunningMetadata`,
    model: `models/${model}`,
    state: error?.code === "cancelled" ? "CANCELLED" : STATES[state],
    progressPercent: progress,
    createTime: toTime(createdAt),
    ...(startedAt === undefined ? {} : { startTime: toTime(startedAt) }),
    ...(completedAt === undefined ? {} : { endTime: toTime(completedAt) }),
    ...(expiresAt === undefined ? {} : { expireTime: toTime(expiresAt) }),
    videoId: `video_${key}`,
  };
}

function writeResponse({ outputs, raw }: VideoFacts, filesUrl: string): NonNullable<Operation["response"]> {
  // The SDK reads the id out of this address: it is [0-9a-z] alone.
  const uris = outputs.map((id) => `${filesUrl}/${id}:download?alt=media`);
  const response = recordOf(raw?.response);
  return {
    ...response,
    "@type": `${TYPE}.PredictLongRunningResponse`,
    videoUri: uris[0] ?? "",
    generateVideoResponse: {
      ...recordOf(response.generateVideoResponse),
      generatedSamples: uris.map((uri) => ({ video: { uri } })),
    },
  };
}

function writeError({ error }: VideoFacts): NonNullable<Operation["error"]> {
  const status = STATUSES[error?.code ?? ""] ?? error?.code.toUpperCase() ?? "";
  const message = error?.message ?? "The video could not be made.";
  const code = CODES.indexOf(status);
  return code > 0 ? { code, message, status } : { code: CODES.indexOf("INTERNAL"), message, status: "INTERNAL" };
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
