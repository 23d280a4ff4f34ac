/** Reads an operation of an upstream of `:predictLongRunning` (wire-formats §6.4, and Vertex's form). */
import type { VideoFailure, VideoOutput, VideoProgress } from "#lib/canonical/video-provider.ts";
import { asObject, asPercent, asText } from "#lib/http/loose-json.ts";
import { CODES } from "./codes.ts";

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
  const name = asText(status) ?? (typeof code === "number" ? CODES[code] : undefined);
  return {
    code: name?.toLowerCase() ?? "upstream_failed",
    message:
      asText(message) ?? `The upstream "${id}" gave no reason: its operation failed${name ? ` with ${name}` : ""}.`,
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
  const said = [...(Array.isArray(reasons) ? reasons : []), message].flatMap((reason) => asText(reason) ?? []);
  if (said.length > 0 || (typeof count === "number" && count > 0)) {
    return {
      code: "content_filtered",
      type: "invalid_request_error",
      message: said.join(" ") || `The upstream "${id}" held the video back by its rules on content and gave no reason.`,
    };
  }
  return { code: "no_video", message: `The upstream "${id}" finished its operation without a video.` };
}
