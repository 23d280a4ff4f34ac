/** What of an upstream's reply is kept with its task, for readers of fields that are not understood here. */
import type { Upstream } from "../upstream.ts";

/** The videos themselves have no place in a task's row, and where the upstream has them is not for the client. */
const LEFT_OUT = new Set([
  ...["generatedSamples", "generatedVideos", "videos", "videoUri"],
  ...["encodedVideo", "videoBytes", "bytesBase64Encoded"],
]);

/** A copy without the videos, and without the upstream's credential, should the reply quote it. */
export function keptReply(
  { apiKey }: Pick<Upstream, "apiKey">,
  reply: Record<string, unknown>,
): Record<string, unknown> {
  const text = JSON.stringify(reply, (name, value) => {
    if (LEFT_OUT.has(name)) return undefined;
    return apiKey && typeof value === "string" ? value.replaceAll(apiKey, "[redacted]") : value;
  });
  return JSON.parse(text);
}
