/** What of an upstream's reply is kept with its task, for readers of fields that are not understood here. */
import type { Upstream } from "../upstream.ts";

/** The videos themselves have no place in a task's row, and where the upstream has them is not for the client. */
const LEFT_OUT = new Set([
  ...["generatedSamples", "generatedVideos", "videos", "videoUri"],
  ...["encodedVideo", "videoBytes", "bytesBase64Encoded"],
]);

/** A copy without the videos, and without the upstream's secrets, should the reply quote them. */
export function keptReply(
  { redact }: Pick<Upstream, "redact">,
  reply: Record<string, unknown>,
): Record<string, unknown> {
  const text = JSON.stringify(reply, (name, value) => {
    if (LEFT_OUT.has(name)) return undefined;
    return typeof value === "string" ? redact(value) : value;
  });
  return JSON.parse(text);
}
