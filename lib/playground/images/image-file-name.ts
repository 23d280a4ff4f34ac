import type { Attachment } from "../conversation/transcript.ts";
import type { ImageJob } from "./image-job.ts";

/** Returns a file name with the extension of its type: some servers detect the type by it. */
export function getImageFileName({ name, mediaType }: Pick<Attachment, "name" | "mediaType">): string {
  const extension = mediaType.replace("image/", "").replace("jpeg", "jpg");
  const bare = name.replace(/\.(?:png|jpe?g|webp|gif|heic|bmp|svg)$/i, "");
  return `${bare.replaceAll(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "image"}.${extension}`;
}

/** Returns the download name of one of a job's images. */
export function getResultFileName({ request, images }: ImageJob, index: number): string {
  return getImageFileName({
    name: `${request.prompt.slice(0, 48)}-${index + 1}`,
    mediaType: images[index]?.mediaType ?? "",
  });
}
