/** The two names of a task, which share one key, and the paths of its parts. Pasted text may be either name. */

const KEY = /^[0-9a-z]{32}$/;

export const VIDEOS = "/v1/videos";

export const getPath = (id: string): string => `${VIDEOS}/${encodeURIComponent(id)}`;

export function contentPath(id: string, variant: "video" | "thumbnail" | "spritesheet" = "video"): string {
  return `${getPath(id)}/content${variant === "video" ? "" : `?variant=${variant}`}`;
}

export const getOperationName = (id: string): string => `operations/${id.replace(/^video_/, "")}`;

export const operationPath = (id: string): string => `/v1beta/${getOperationName(id)}`;

/**
 * Returns the id of the video that a pasted text names: an id, its key alone, an operation's name, or an address that
 * ends in one of them.
 * @returns undefined when it names none
 */
export function readVideoId(pasted: string): string | undefined {
  const text = pasted.trim().replace(/^["'`]+|["'`,;]+$/g, "");
  const path = URL.canParse(text) ? new URL(text).pathname : (text.split(/[?#]/)[0] ?? "");
  const parts = path.split("/").filter((part) => part !== "");
  const named = parts.find((part) => /^video_[0-9a-z]+$/i.test(part));
  if (named) return named;
  const at = parts.lastIndexOf("operations");
  const key = at >= 0 ? parts[at + 1]?.replace(/:.*$/, "") : parts.length === 1 ? parts[0] : undefined;
  return key !== undefined && KEY.test(key) ? `video_${key}` : undefined;
}
