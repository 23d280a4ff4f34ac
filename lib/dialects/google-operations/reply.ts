/** Reads an upstream's long-running operation and writes the gateway's own (wire-formats §6.4, and Vertex's form). */
import type { VideoFacts } from "#lib/canonical/video-facts.ts";
import type { VideoFailure, VideoOutput, VideoProgress } from "#lib/canonical/video-provider.ts";
import type { Operation, OperationMetadata } from "#lib/contract/google-operations/wire.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { errors } from "#lib/http/errors.ts";
import { asObject, asPercent, asText } from "#lib/http/loose-json.ts";

/** The codes of google.rpc.Code by number, for failed operations. */
const GRPC_CODES = [
  ...["OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS"],
  ...["PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED"],
  ...["INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED"],
];

/** @param id of the upstream, for the message of an error that has none */
export function readOperation(operation: Record<string, unknown>, id: string): VideoProgress {
  if (operation.error) return { state: "failed", error: readFailure(operation, id) };
  if (operation.done === true) return readResponse(asObject(operation.response) ?? {}, id);
  const { progressPercent, progressPercentage, progress_percent: percent } = asObject(operation.metadata) ?? {};
  const progress = asPercent(progressPercent ?? progressPercentage ?? percent);
  return { state: "in_progress", ...(progress !== undefined ? { progress } : {}) };
}

/** Reads an error: an object, or on servers that imitate the API a number or a text with the message beside it. */
function readFailure({ error, message: outer }: Record<string, unknown>, id: string): VideoFailure {
  const { code, status, message } = asObject(error) ?? {
    code: error,
    message: typeof error === "string" ? error : outer,
  };
  const name = asText(status) ?? (typeof code === "number" ? GRPC_CODES[code] : undefined);
  return {
    code: name?.toLowerCase() ?? "upstream_failed",
    message: asText(message) ?? errors.upstreamOperationFailed({ provider: id, name }).message,
  };
}

function readResponse(response: Record<string, unknown>, id: string): VideoProgress {
  const inner = asObject(response.generateVideoResponse) ?? response;
  const samples = [inner.generatedSamples, inner.generatedVideos, response.generatedVideos, inner.videos].find(
    (list) => Array.isArray(list) && list.length > 0,
  );
  const outputs = (Array.isArray(samples) ? samples : []).flatMap(readSample);
  const only = asText(response.videoUri);
  if (outputs.length === 0 && only !== undefined) outputs.push({ uri: only });
  if (outputs.length > 0) return { state: "completed", outputs };
  return { state: "failed", error: readWithheld(inner, id) };
}

function readSample(sample: unknown): VideoOutput[] {
  const object = asObject(sample);
  const video = asObject(object?.video) ?? object ?? {};
  const uri = asText(video.uri) ?? asText(video.gcsUri);
  const base64 = asText(video.encodedVideo) ?? asText(video.videoBytes) ?? asText(video.bytesBase64Encoded);
  const mediaType = asText(video.encoding) ?? asText(video.mimeType);
  if (uri === undefined && base64 === undefined) return [];
  return [
    {
      ...(uri !== undefined ? { uri } : {}),
      ...(base64 !== undefined ? { base64 } : {}),
      ...(mediaType !== undefined ? { mediaType } : {}),
    },
  ];
}

/** Reads an operation that is done without a video: withheld by content rules, or for no stated reason. */
function readWithheld(response: Record<string, unknown>, id: string): VideoFailure {
  const { raiMediaFilteredReasons: reasons, raiMediaFilteredCount: count, raiErrorMessage: message } = response;
  const messages = [...(Array.isArray(reasons) ? reasons : []), message].flatMap((reason) => asText(reason) ?? []);
  if (messages.length > 0 || (typeof count === "number" && count > 0)) {
    return {
      code: "content_filtered",
      type: "invalid_request_error",
      message: messages.join(" ") || errors.upstreamVideoFiltered({ provider: id }).message,
    };
  }
  return { code: "no_video", message: errors.upstreamOperationWithoutVideo({ provider: id }).message };
}

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
  const metadata = { ...toRecord(raw?.metadata), ...writeMetadata(facts) };
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
  const response = toRecord(raw?.response);
  return {
    ...response,
    "@type": `${TYPE}.PredictLongRunningResponse`,
    videoUri: uris[0] ?? "",
    generateVideoResponse: {
      ...toRecord(response.generateVideoResponse),
      generatedSamples: uris.map((uri) => ({ video: { uri } })),
    },
  };
}

function writeError({ error }: VideoFacts): NonNullable<Operation["error"]> {
  const status = STATUSES[error?.code ?? ""] ?? error?.code.toUpperCase() ?? "";
  const message = error?.message ?? "The video could not be made.";
  const code = GRPC_CODES.indexOf(status);
  return code > 0 ? { code, message, status } : { code: GRPC_CODES.indexOf("INTERNAL"), message, status: "INTERNAL" };
}

function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
