/**
 * Part of an upstream's reply that is stored with its task, for clients that read fields which the gateway does not.
 */
import type { Upstream } from "../upstream.ts";

/** Videos do not belong in a task's row, and their location at the upstream is not for the client. */
const VIDEO_FIELDS = new Set([
  ...["generatedSamples", "generatedVideos", "videos", "videoUri"],
  ...["encodedVideo", "videoBytes", "bytesBase64Encoded"],
]);

/** Returns a copy without the videos, and with the upstream's secrets redacted. */
export function redactReply(
  { redact }: Pick<Upstream, "redact">,
  reply: Record<string, unknown>,
): Record<string, unknown> {
  const text = JSON.stringify(reply, (name, value) => {
    if (VIDEO_FIELDS.has(name)) return undefined;
    return typeof value === "string" ? redact(value) : value;
  });
  return JSON.parse(text);
}
