/** Paints one request, from its prompt to encoded bytes, on the painter's worker. */
import { freeMemory } from "#lib/http/free-memory.ts";
import { stopIfAborted, type TaskHooks } from "#lib/workers/serve-tasks.ts";
import type { Pixels } from "../drawing/pixels/decode-pixels.ts";
import { createSurface, freeSurface, takePixels } from "../drawing/pixels/surface.ts";
import { describeScene } from "../drawing/scene/describe-scene.ts";
import { readScene } from "../drawing/scene/read-scene.ts";
import { editPicture } from "./edits/edit-picture.ts";
import { encodePixels } from "./encode.ts";
import type { PaintedImage, PaintPass, PaintRequest } from "./paint-request.ts";
import { renderScene } from "./picture.ts";
import type { PicturePlan } from "./picture-plan.ts";

/** Sizes of the previews relative to the picture: first forms, then their edges. */
const PASS_SCALES = [0.07, 0.18, 0.45];

/** Scale of large pictures at low quality: half the pixels. */
const COARSE_SCALE = 0.7;
const COARSE_FROM = 512 * 512;

const USUAL_SIZE = { width: 1024, height: 1024 };

export async function runPaintJob(request: PaintRequest, hooks: TaskHooks<PaintPass>): Promise<PaintedImage> {
  const plan = request.sources?.length ? await editPicture(request) : planPicture(request);
  const { width, height, background, revisedPrompt } = plan;
  const encode = (pixels: Pixels) =>
    encodePixels(pixels, {
      format: request.format,
      compression: request.compression,
      isOpaque: background === "opaque",
      signature: { model: request.model, prompt: request.prompt },
    });
  const scales = request.passes > 0 ? PASS_SCALES.slice(-Math.min(3, request.passes)) : [];
  for (const [index, scale] of scales.entries()) {
    stopIfAborted(hooks);
    const bytes = await encode(plan.paintAt(scale));
    stopIfAborted(hooks);
    hooks.onStep({ index, bytes, format: request.format, width, height, background }, bytes);
  }
  stopIfAborted(hooks);
  const pixels = plan.paintAt(1);
  stopIfAborted(hooks);
  const bytes = await encode(pixels);
  freeMemory(pixels.data);
  return { bytes, format: request.format, width, height, revisedPrompt, background };
}

function planPicture(request: PaintRequest): PicturePlan {
  const { width, height } = request.size ?? USUAL_SIZE;
  const scene = readScene(request.prompt, request.seed);
  const isCoarse = request.quality === "low" && width * height >= COARSE_FROM;
  const canBeTransparent = request.format !== "jpeg";
  const wantsIt = request.background === "transparent" || (request.background === "auto" && scene.wantsTransparency);
  const background = canBeTransparent && wantsIt ? "transparent" : "opaque";
  return {
    width,
    height,
    background,
    revisedPrompt: describeScene(scene, background),
    paintAt(scale) {
      const share = scale * (scale === 1 && isCoarse ? COARSE_SCALE : 1);
      const painted = renderScene(scene, {
        width: Math.max(8, Math.round(width * share)),
        height: Math.max(8, Math.round(height * share)),
        quality: scale < 0.3 ? "low" : request.quality,
        style: request.style,
        isTransparent: background === "transparent",
      });
      if (share === 1) return { data: takePixels(painted), width, height };
      const full = createSurface(width, height);
      full.context.imageSmoothingQuality = "high";
      full.context.drawImage(painted.canvas, 0, 0, width, height);
      freeSurface(painted);
      return { data: takePixels(full), width, height };
    },
  };
}
