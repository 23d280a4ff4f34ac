/** A file in a prompt of the AI SDK; a message's and a tool result's have the same fields. */
import type { LanguageModelV4FilePart } from "@ai-sdk/provider";
import type { FileContent } from "#lib/canonical/call.ts";

/**
 * Undefined for a reference to a file that is somewhere else. A URL goes as it is: whether the model can fetch it only the
 * provider knows, and it refuses what it cannot carry.
 */
export function writeFile({ mediaType, data, filename }: FileContent): LanguageModelV4FilePart | undefined {
  if (data.kind === "reference" || (data.kind === "url" && !URL.canParse(data.url))) return undefined;
  return {
    type: "file",
    mediaType,
    data: data.kind === "url" ? { type: "url", url: new URL(data.url) } : { type: "data", data: data.base64 },
    ...(filename !== undefined ? { filename } : {}),
  };
}
