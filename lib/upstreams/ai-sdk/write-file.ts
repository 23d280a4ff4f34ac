/** File in a prompt of the AI SDK; files of messages and tool results have the same fields. */
import type { LanguageModelV4FilePart } from "@ai-sdk/provider";
import type { FileContent } from "#lib/canonical/call.ts";

/**
 * Returns undefined for a reference to a file elsewhere. A URL is passed on: only the provider knows whether the model
 * can fetch it, and it refuses other files.
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
