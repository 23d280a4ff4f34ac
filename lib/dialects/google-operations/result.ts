/** Writes a long-running operation so that the specification's readers and the SDKs find what they look for (wire-formats §6.4). */
import type { VideoFacts } from "#lib/canonical/video-facts.ts";
import type { Operation, OperationMetadata } from "./wire.ts";

const TYPE = "type.googleapis.com/google.ai.generativelanguage.v1beta";

/** What a failure's code is among gRPC's; all others are INTERNAL (wire-formats §7.3). */
const CODES: Record<string, { code: number; status: string }> = {
  cancelled: { code: 1, status: "CANCELLED" },
  invalid_value: { code: 3, status: "INVALID_ARGUMENT" },
  invalid_request_error: { code: 3, status: "INVALID_ARGUMENT" },
  model_not_found: { code: 5, status: "NOT_FOUND" },
  rate_limit_exceeded: { code: 8, status: "RESOURCE_EXHAUSTED" },
};
const INTERNAL = { code: 13, status: "INTERNAL" };
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
  const { code, status } = CODES[error?.code ?? ""] ?? INTERNAL;
  return { code, message: error?.message ?? "The video could not be made.", status };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
