/** What stands in an answer in place of a file that the model made and the client's convention has no place for. */
import type { FileContent } from "./call.ts";

type MadeFile = Pick<FileContent, "mediaType" | "data">;

/** A line of text: a link where there is one to give, else what it was and that it is gone. */
export function leftOutNote({ mediaType, data }: MadeFile): string {
  const [family = ""] = mediaType.split("/");
  const what = ["image", "audio", "video"].includes(family) ? family : "file";
  if (data.kind === "url" && !data.url.startsWith("data:")) return `[${what}: ${data.url}]`;
  return `[${what} left out: ${mediaType}, which an answer of this API cannot hold]`;
}
