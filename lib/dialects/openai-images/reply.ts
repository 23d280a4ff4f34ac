/** Writes the result of an image call: the Image result (spec; wire-formats §5.3) in pieces, and its events (§5.4). */
import type { ImageBytes, ImageCall, ImageEvent, ImageUsage } from "#lib/canonical/image-call.ts";
import { freeMemory } from "#lib/http/free-memory.ts";

export type PaintedEvent = Extract<ImageEvent, { type: "image" }>;

/** Divisible by three, so that the base64 of the slices is the base64 of the whole. */
const SLICE_BYTES = 3 * 8_192;

/**
 * Yields the body of a response in pieces, so that ten large images are never one string.
 * @param addresses of the images, in order, when the client requested `url`
 */
export function* writeImageResult({
  created,
  images,
  usage,
  call,
  addresses,
}: {
  /** Unix seconds. */
  created: number;
  images: readonly PaintedEvent[];
  usage: ImageUsage | undefined;
  call: ImageCall;
  addresses?: readonly string[] | undefined;
}): Generator<string, void, void> {
  yield `{"created":${created},"data":[`;
  for (const [index, { image, revisedPrompt }] of images.entries()) {
    if (index > 0) yield ",";
    const revised = revisedPrompt === undefined ? "" : `,"revised_prompt":${JSON.stringify(revisedPrompt)}`;
    if (addresses) yield `{"url":${JSON.stringify(addresses[index])}${revised}}`;
    else {
      yield '{"b64_json":"';
      yield* encodeInPieces(image.bytes);
      freeMemory(image.bytes);
      yield `"${revised}}`;
    }
  }
  const [first] = images;
  const rest = { ...(first ? describeImage(first, call) : {}), ...(usage ? { usage: writeUsage(usage) } : {}) };
  yield `],${JSON.stringify(rest).slice(1)}`;
}

/** One preview of an image on its way. */
export function writePartialImageEvent(
  { index, image }: Extract<ImageEvent, { type: "partial" }>,
  { call, created }: { call: ImageCall; created: number },
): string {
  const size = call.size ? `${call.size.width}x${call.size.height}` : "auto";
  return writeEvent(`${getEventPrefix(call)}.partial_image`, {
    partial_image_index: index,
    b64_json: encodeBase64(image),
    created_at: created,
    size,
    quality: call.quality ?? "auto",
    background: call.background ?? "auto",
    output_format: call.outputFormat,
  });
}

export function writeCompletedImageEvent(
  painted: PaintedEvent,
  { call, created, usage }: { call: ImageCall; created: number; usage: ImageUsage | undefined },
): string {
  return writeEvent(`${getEventPrefix(call)}.completed`, {
    b64_json: encodeBase64(painted.image),
    created_at: created,
    ...describeImage(painted, call),
    usage: writeUsage(usage ?? { textTokens: 0, imageTokens: 0, outputTokens: 0 }),
  });
}

function describeImage({ image, width, height, quality, background }: PaintedEvent, call: ImageCall) {
  return {
    background: background ?? call.background ?? "opaque",
    output_format: image.mediaType.replace("image/", ""),
    quality: quality ?? call.quality ?? "auto",
    size: `${width}x${height}`,
  };
}

function writeUsage({ textTokens, imageTokens, outputTokens }: ImageUsage) {
  return {
    input_tokens: textTokens + imageTokens,
    input_tokens_details: { image_tokens: imageTokens, text_tokens: textTokens },
    output_tokens: outputTokens,
    total_tokens: textTokens + imageTokens + outputTokens,
  };
}

function getEventPrefix({ operation }: ImageCall): string {
  return operation === "edit" ? "image_edit" : "image_generation";
}

function writeEvent(type: string, fields: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function encodeBase64({ bytes }: ImageBytes): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

function* encodeInPieces(bytes: Uint8Array): Generator<string, void, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length; at += SLICE_BYTES) yield buffer.toString("base64", at, at + SLICE_BYTES);
}
