/** Jobs of the images page: one job is one request with all its results. */

import type { Attachment } from "../conversation/transcript.ts";
import type { GatewayFailure } from "../gateway/errors.ts";
import type { RouteFacts } from "../models/route-facts.ts";
import type { ParameterValues } from "../parameters/parameter-definition.ts";
import type { MaskState } from "./mask-state.ts";

export type ImageOperation = "generate" | "edit";

/** An image request. With input images it is an edit; the mask belongs to the first of them. */
export type ImageRequest = {
  model: string;
  prompt: string;
  /** Only the values that the model accepts; absent is unset. */
  values: ParameterValues;
  sources: readonly Attachment[];
  mask?: MaskState;
};

export type JobImage = {
  /**
   * SHA-256 of the bytes in this browser's store; absent when the upstream gave only an address that the page cannot
   * read.
   */
  sha256?: string;
  /** SHA-256 of a small copy for lists. */
  thumbnail?: string;
  address?: string;
  mediaType: string;
  /** Size in bytes. */
  size: number;
  width: number;
  height: number;
  revisedPrompt?: string;
  /** Time at which the bytes were removed for newer images; the small copy stays. */
  removedAt?: number;
};

export type ImageUsage = { inputTokens?: number; outputTokens?: number; imageTokens?: number; textTokens?: number };

/** Parameters of the images as the response reports them. */
export type ImageFacts = { size?: string; quality?: string; background?: string; outputFormat?: string };

/** Milliseconds since the request was sent. */
export type ImageTimings = { headers?: number; firstPreview?: number; end?: number };

export type ImageJob = {
  id: string;
  createdAt: number;
  request: ImageRequest;
  /** Id of the resumable response on the gateway, so that a reloaded page can resume it. */
  exchangeId?: string;
  /** `interrupted`: the page was closed while the request ran, and the gateway no longer had the response. */
  state: "running" | "complete" | "stopped" | "failed" | "interrupted";
  images: JobImage[];
  facts: ImageFacts;
  usage?: ImageUsage;
  timings: ImageTimings;
  route: RouteFacts;
  failure?: GatewayFailure;
  /** Pinned: its images are never removed for newer ones. */
  pinned?: boolean;
  /** Time of "Delete all": it can be undone for a moment, and is final at the next visit. */
  deletedAt?: number;
};

/** Returns the hashes of all bytes that a job refers to. */
export function listBlobs({ request, images }: ImageJob): string[] {
  return [...request.sources, ...images].flatMap((file) => [
    ...(file.sha256 ? [file.sha256] : []),
    ...("thumbnail" in file && file.thumbnail ? [file.thumbnail] : []),
  ]);
}

/** Returns true when none of a job's images is stored any more. */
export function isRemoved({ images }: Pick<ImageJob, "images">): boolean {
  return images.length > 0 && images.every(({ removedAt }) => removedAt !== undefined);
}

export function getOperation({ sources }: Pick<ImageRequest, "sources">): ImageOperation {
  return sources.length > 0 ? "edit" : "generate";
}

/** Returns the number of images that a request asks for. */
export function getImageCount({ values }: ImageRequest): number {
  return typeof values.n === "number" ? values.n : 1;
}

/**
 * Returns the size of the placeholder, so that nothing moves when the image arrives: the requested size, or the
 * likeliest one.
 */
export function expectedSize({ values, sources }: ImageRequest): { width: number; height: number } {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(String(values.size ?? "")) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  const [first] = sources;
  if (first?.width && first.height) return { width: first.width, height: first.height };
  return { width: 1024, height: 1024 };
}
