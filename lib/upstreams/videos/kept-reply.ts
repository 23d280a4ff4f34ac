/** What of an upstream's reply is kept with its task, for readers of fields that are not understood here. */
import type { Upstream } from "../upstream.ts";

/** Bytes of videos have no place in a task's row. */
const INLINE = new Set(["encodedVideo", "videoBytes", "bytesBase64Encoded"]);

/** A copy without the videos themselves, and without the upstream's credential, should the reply quote it. */
export function keptReply(
  { apiKey }: Pick<Upstream, "apiKey">,
  reply: Record<string, unknown>,
): Record<string, unknown> {
  const text = JSON.stringify(reply, (name, value) => {
    if (typeof value !== "string") return value;
    if (INLINE.has(name)) return undefined;
    return apiKey ? value.replaceAll(apiKey, "[redacted]") : value;
  });
  return JSON.parse(text);
}
