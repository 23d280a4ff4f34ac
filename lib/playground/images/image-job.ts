/** What the images page asks for and keeps: one job is one request, with everything that came of it. */

import type { Attachment } from "../conversation/transcript.ts";
import type { GatewayFailure } from "../gateway/errors.ts";
import type { RouteFacts } from "../models/route-facts.ts";
import type { ParameterValues } from "../parameters/parameter-definition.ts";
import type { MaskState } from "./mask-state.ts";

export type ImageOperation = "generate" | "edit";

/** What is sent. Sources make it an edit; the mask belongs to the first of them. */
export type ImageRequest = {
  model: string;
  prompt: string;
  /** Only what the model takes; absent is unset. */
  values: ParameterValues;
  sources: readonly Attachment[];
  mask?: MaskState;
};

export type JobImage = {
  /** Of the bytes in this browser's store; absent when the upstream gave only an address that the page cannot read. */
  sha256?: string;
  /** Of a small copy for lists. */
  thumbnail?: string;
  address?: string;
  mediaType: string;
  /** In bytes. */
  size: number;
  width: number;
  height: number;
  revisedPrompt?: string;
  /** When its bytes made room for newer pictures; the small copy stays. */
  removedAt?: number;
};

export type ImageUsage = { inputTokens?: number; outputTokens?: number; imageTokens?: number; textTokens?: number };

/** What the answer says of its images: the parameters as they came out. */
export type ImageFacts = { size?: string; quality?: string; background?: string; outputFormat?: string };

/** Milliseconds since the request was sent. */
export type ImageTimings = { headers?: number; firstPreview?: number; end?: number };

export type ImageJob = {
  id: string;
  createdAt: number;
  request: ImageRequest;
  /** Under which the gateway keeps the answer, so that a page that is loaded anew goes on with it. */
  exchangeId?: string;
  /** `interrupted`: the page was closed while the request ran, and the gateway no longer had the answer. */
  state: "running" | "complete" | "stopped" | "failed" | "interrupted";
  images: JobImage[];
  facts: ImageFacts;
  usage?: ImageUsage;
  timings: ImageTimings;
  route: RouteFacts;
  failure?: GatewayFailure;
  /** Its pictures never make room for others. */
  pinned?: boolean;
  /** Deleted with all others: it can be brought back for a moment, and is gone at the next visit. */
  deletedAt?: number;
};

/** Hashes of all bytes that a job refers to. */
export function blobsOf({ request, images }: ImageJob): string[] {
  return [...request.sources, ...images].flatMap((file) => [
    ...(file.sha256 ? [file.sha256] : []),
    ...("thumbnail" in file && file.thumbnail ? [file.thumbnail] : []),
  ]);
}

/** Whether nothing of what a job has made is stored any more. */
export function isRemoved({ images }: Pick<ImageJob, "images">): boolean {
  return images.length > 0 && images.every(({ removedAt }) => removedAt !== undefined);
}

export function operationOf({ sources }: Pick<ImageRequest, "sources">): ImageOperation {
  return sources.length > 0 ? "edit" : "generate";
}

/** How many images a request asks for. */
export function countOf({ values }: ImageRequest): number {
  return typeof values.n === "number" ? values.n : 1;
}

/** The box that waits for the image, so that nothing moves when it comes: the size asked for, or the likeliest one. */
export function expectedSize({ values, sources }: ImageRequest): { width: number; height: number } {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(String(values.size ?? "")) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  const [first] = sources;
  if (first?.width && first.height) return { width: first.width, height: first.height };
  return { width: 1024, height: 1024 };
}
