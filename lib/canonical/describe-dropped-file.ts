/** Note in a response in place of a file that the model made and the client's API cannot hold. */
import type { FileContent } from "./call.ts";

type CreatedFile = Pick<FileContent, "mediaType" | "data">;

/** Returns a line of text: a link if there is one, else the media type and that the file was left out. */
export function describeDroppedFile({ mediaType, data }: CreatedFile): string {
  const [family = ""] = mediaType.split("/");
  const what = ["image", "audio", "video"].includes(family) ? family : "file";
  if (data.kind === "url" && !data.url.startsWith("data:")) return `[${what}: ${data.url}]`;
  return `[${what} left out: ${mediaType}, which an answer of this API cannot hold]`;
}
