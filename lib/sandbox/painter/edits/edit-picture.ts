/** Plans an edit: decodes input images and mask, reads the prompt, and changes only the area under the mask. */

import { errors } from "#lib/http/errors.ts";
import { decodePixels, type Pixels } from "#lib/sandbox/drawing/pixels/decode-pixels.ts";
import { createSurface, readPixels, surfaceOf } from "#lib/sandbox/drawing/pixels/surface.ts";
import { type EditIntent, readEdit } from "#lib/sandbox/drawing/scene/read-edit.ts";
import type { PaintRequest } from "../paint-request.ts";
import type { PicturePlan } from "../picture-plan.ts";
import { applyEdit } from "./apply-edit.ts";
import { describeEdit } from "./describe-edit.ts";
import { type Region, regionOfMask, scaleRegion } from "./region.ts";

/** Limit on pixels; larger pictures are edited and returned at this size. */
const MOST_PIXELS = 16_777_216;

export async function editPicture(request: PaintRequest): Promise<PicturePlan> {
  const [first, ...rest] = request.sources ?? [];
  if (!first) throw errors.editWithoutImage();
  const natural = await decode(first, rest.length > 0 ? "image[0]" : "image");
  const others: Pixels[] = [];
  for (const [index, source] of rest.entries())
    others.push(shrunk(await decode(source, `image[${index + 1}]`), 1024 * 1024));
  const intent = readEdit(request.prompt, request.seed, {
    hasMask: request.mask !== undefined || request.isMaskInAlpha === true,
    sourceCount: others.length + 1,
  });
  const mask = request.mask && (await decode(request.mask, "mask"));
  if (mask && (mask.width !== natural.width || mask.height !== natural.height)) {
    throw errors.editMaskSizeDiffers({ image: natural, mask });
  }
  const named = mask ? regionOfMask(mask) : request.isMaskInAlpha ? regionOfMask(natural) : undefined;
  if (mask && !named) throw errors.editMaskOpaque();
  const limited = shrunk(natural, MOST_PIXELS);
  const canvas = intent.kind === "extend" ? extended(limited, intent, request) : fitted(limited, request.size);
  const { width, height } = canvas.pixels;
  const masked = canvas.border ?? (named && scaleRegion(canvas.fit(named), width, height));
  const paintAt = (scale: number) => paint(canvas.pixels, { scale, intent, masked, others, request });
  const background = backgroundOf(request, canvas.pixels, intent);
  return { width, height, background, revisedPrompt: describeEdit(intent, { hasMask: named !== undefined }), paintAt };
}

async function decode(bytes: Uint8Array, field: string): Promise<Pixels> {
  try {
    return await decodePixels(bytes);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    throw errors.editImageUndecodable({ param: field, reason });
  }
}

type Painting = {
  scale: number;
  intent: EditIntent;
  masked: Region | undefined;
  others: readonly Pixels[];
  request: PaintRequest;
};

/** Edits one pass: a preview is the edit of a smaller picture, scaled up where the mask allows it. */
function paint(base: Pixels, { scale, intent, masked, others, request }: Painting): Pixels {
  const { width, height } = base;
  const [smallWidth, smallHeight] = [Math.max(16, Math.round(width * scale)), Math.max(16, Math.round(height * scale))];
  const plan = { intent, others, request };
  const edited =
    scale === 1
      ? applyEdit(base, { ...plan, masked })
      : resized(
          applyEdit(resized(base, smallWidth, smallHeight), {
            ...plan,
            masked: masked && scaleRegion(masked, smallWidth, smallHeight),
          }),
          width,
          height,
        );
  if (!masked) return edited;
  const data = new Uint8ClampedArray(base.data);
  for (let index = 0; index < masked.cover.length; index += 1) {
    const cover = masked.cover[index] as number;
    if (cover === 0) continue;
    const at = index * 4;
    for (let channel = at; channel < at + 4; channel += 1)
      data[channel] =
        (data[channel] as number) + (((edited.data[channel] as number) - (data[channel] as number)) * cover) / 255;
  }
  return { data, width, height };
}

function resized({ data, width, height }: Pixels, toWidth: number, toHeight: number): Pixels {
  if (width === toWidth && height === toHeight) return { data, width, height };
  const surface = createSurface(toWidth, toHeight);
  surface.context.imageSmoothingQuality = "high";
  surface.context.drawImage(surfaceOf(data, width, height).canvas, 0, 0, toWidth, toHeight);
  return { data: readPixels(surface), width: toWidth, height: toHeight };
}

function shrunk(pixels: Pixels, most: number): Pixels {
  const scale = Math.sqrt(most / (pixels.width * pixels.height));
  return scale >= 1 ? pixels : resized(pixels, Math.floor(pixels.width * scale), Math.floor(pixels.height * scale));
}

type Prepared = {
  pixels: Pixels /** `border`: area that is new around the picture. */;
  border?: Region /** `fit` converts a mask of the picture into a mask of the canvas. */;
  fit(region: Region): Region;
};

/** Scales the picture to cover the requested size, centred. */
function fitted(pixels: Pixels, size: PaintRequest["size"]): Prepared {
  if (!size || (size.width === pixels.width && size.height === pixels.height))
    return { pixels, fit: (region) => region };
  const scale = Math.max(size.width / pixels.width, size.height / pixels.height);
  const [width, height] = [size.width / scale, size.height / scale];
  const [left, top] = [(pixels.width - width) / 2, (pixels.height - height) / 2];
  const surface = createSurface(size.width, size.height);
  surface.context.imageSmoothingQuality = "high";
  surface.context.drawImage(
    surfaceOf(pixels.data, pixels.width, pixels.height).canvas,
    left,
    top,
    width,
    height,
    0,
    0,
    size.width,
    size.height,
  );
  return {
    pixels: { data: readPixels(surface), width: size.width, height: size.height },
    fit(region) {
      const cover = new Uint8Array(size.width * size.height);
      for (let y = 0; y < size.height; y += 1) {
        const row = Math.min(
          region.height - 1,
          Math.floor(((top + (y + 0.5) / scale) * region.height) / pixels.height),
        );
        for (let x = 0; x < size.width; x += 1) {
          const column = Math.min(
            region.width - 1,
            Math.floor(((left + (x + 0.5) / scale) * region.width) / pixels.width),
          );
          cover[y * size.width + x] = region.cover[row * region.width + column] as number;
        }
      }
      return { cover, ...size };
    },
  };
}

/** Puts the picture on a larger canvas: extended to the named side, or on all sides. */
function extended(pixels: Pixels, { place }: EditIntent, { size, prompt }: PaintRequest): Prepared {
  const text = prompt.toLowerCase();
  const isAcross =
    place.across === "left" || place.across === "right" || /\b(wider|widen|sides|horizontal\w*|panorama)\b/.test(text);
  const isDown = place.up !== undefined || /\b(taller|vertical\w*|upwards?|downwards?)\b/.test(text);
  const width = size?.width ?? Math.round(pixels.width * (isDown && !isAcross ? 1 : 1.5));
  const height = size?.height ?? Math.round(pixels.height * (isAcross && !isDown ? 1 : 1.5));
  let scale = Math.min(1, width / pixels.width, height / pixels.height);
  // The picture already fills the frame, so it shrinks to make room.
  if (pixels.width * scale >= width && pixels.height * scale >= height) scale *= 0.68;
  const inner = resized(pixels, Math.round(pixels.width * scale), Math.round(pixels.height * scale));
  const left =
    place.across === "left"
      ? width - inner.width
      : place.across === "right"
        ? 0
        : Math.floor((width - inner.width) / 2);
  const top =
    place.up === "top" ? height - inner.height : place.up === "bottom" ? 0 : Math.floor((height - inner.height) / 2);
  const data = new Uint8ClampedArray(width * height * 4);
  const cover = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < inner.height; y += 1) {
    const to = (top + y) * width + left;
    data.set(inner.data.subarray(y * inner.width * 4, (y + 1) * inner.width * 4), to * 4);
    cover.fill(0, to, to + inner.width);
  }
  return { pixels: { data, width, height }, border: { cover, width, height }, fit: (region) => region };
}

function backgroundOf(
  { format, background }: PaintRequest,
  { data }: Pixels,
  { scene, kind }: EditIntent,
): PicturePlan["background"] {
  if (format === "jpeg" || background === "opaque") return "opaque";
  const removes = kind === "background" && (scene.wantsTransparency || /\bremove\b/.test(scene.prompt.toLowerCase()));
  if (background === "transparent" || removes) return "transparent";
  for (let at = 3; at < data.length; at += 4) if ((data[at] as number) < 255) return "transparent";
  return "opaque";
}
