/** `sandbox/echo`: the last user message, with a note for each attachment. */

import { formatBytes } from "#lib/contract/format-bytes.ts";
import { fileBytes } from "#lib/prompts/file-bytes.ts";
import type { Conversation } from "../conversation.ts";

export function writeEcho({ latestText, latestAttachments }: Conversation): string {
  const notes = latestAttachments.map(({ file }) => {
    const bytes = fileBytes(file);
    const size = bytes ? formatBytes(bytes.length) : "not fetched";
    return `[${[file.filename, file.mediaType, size].filter(Boolean).join(", ")}]`;
  });
  return [latestText, ...notes].filter((line) => line !== "").join("\n");
}
