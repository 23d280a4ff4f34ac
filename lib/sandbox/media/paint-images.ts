/** The painter behind the image routes. */
import type { ImageCall, ImageEvent } from "#lib/canonical/image-call.ts";
import { countTokens } from "#lib/prompts/count-tokens.ts";
import { type PaintedImage, type PaintOptions, type PaintPass, type PaintRequest, paint } from "../painter/paint.ts";
import { imageOutputTokens } from "./image-tokens.ts";

/** Tokens of an input image, whatever its size. */
const SOURCE_TOKENS = 765;

/** Paints one image after the other, so that a request for ten holds only what is painted so far. */
export async function* paintImages(call: ImageCall, signal: AbortSignal): AsyncGenerator<ImageEvent, void, void> {
  const request = toRequest(call);
  const input = inputOf(call);
  let outputTokens = 0;
  for (let seed = 0; seed < call.count; seed++) {
    const painting = paintInSteps({ ...request, seed }, { signal, ...(input && { input }) });
    let step = await painting.next();
    while (!step.done) {
      const { index, bytes, format } = step.value;
      yield { type: "partial", index, image: { bytes, mediaType: `image/${format}` } };
      step = await painting.next();
    }
    const { bytes, format, width, height, revisedPrompt, background } = step.value;
    outputTokens += imageOutputTokens({ width, height }, call.quality ?? request.quality);
    yield {
      type: "image",
      image: { bytes, mediaType: `image/${format}` },
      revisedPrompt,
      width,
      height,
      quality: call.quality ?? request.quality,
      background,
    };
  }
  const imageTokens = SOURCE_TOKENS * (call.sources.length + (call.mask ? 1 : 0));
  yield { type: "usage", usage: { textTokens: countTokens(call.prompt), imageTokens, outputTokens } };
}

/** The painter's qualities by the names of all models. */
const QUALITIES: Record<string, PaintRequest["quality"]> = { low: "low", medium: "medium", high: "high", hd: "high" };

function toRequest(call: ImageCall): Omit<PaintRequest, "seed"> {
  return {
    prompt: call.prompt,
    ...(call.size ? { size: call.size } : {}),
    quality: QUALITIES[call.quality ?? ""] ?? "medium",
    style: call.style ?? "vivid",
    background: call.background ?? "auto",
    format: call.outputFormat,
    compression: call.outputCompression,
    passes: call.stream ? call.partialImages : 0,
    isMaskInAlpha: call.model === "image-model-b",
    // When absent, the details are preserved: an edit should still show that picture.
    ...(call.inputFidelity ? { inputFidelity: call.inputFidelity } : {}),
    model: call.model,
  };
}

/** Input images and mask of an edit, which are read when a worker takes the request. */
function inputOf({ sources, mask }: ImageCall): PaintOptions["input"] {
  const files = [...sources, ...(mask ? [mask] : [])];
  if (files.length === 0) return undefined;
  return {
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    async load() {
      const bytes: Uint8Array[] = [];
      for (const source of sources) bytes.push(await source.read());
      return { sources: bytes, ...(mask && { mask: await mask.read() }) };
    },
  };
}

/** Yields the previews as they come, and returns the image. */
async function* paintInSteps(
  request: PaintRequest,
  options: Pick<PaintOptions, "signal" | "input">,
): AsyncGenerator<PaintPass, PaintedImage, void> {
  const passes: PaintPass[] = [];
  let wake: (() => void) | undefined;
  let done = false;
  const painting = paint(request, {
    ...options,
    onPass(pass) {
      passes.push(pass);
      wake?.();
    },
  }).finally(() => {
    done = true;
    wake?.();
  });
  // The reader of the steps gets a failure at their end; this handler prevents an unhandled rejection before that.
  painting.catch(() => {});
  while (!done || passes.length > 0) {
    const pass = passes.shift();
    if (pass) yield pass;
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return painting;
}
