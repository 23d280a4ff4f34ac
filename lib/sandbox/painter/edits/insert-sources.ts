/** Combines several pictures: cut out and set into the first, laid out as a collage, or blended. */
import { applyArtStyle } from "#lib/sandbox/drawing/composition/art-styles.ts";
import type { Pixels } from "#lib/sandbox/drawing/pixels/decode-pixels.ts";
import { createSurface, type Surface, surfaceOf } from "#lib/sandbox/drawing/pixels/surface.ts";
import type { Place, Scene } from "#lib/sandbox/drawing/scene/scene.ts";
import { renderScene } from "../picture.ts";
import { type Box, findBackground } from "./region.ts";

type Insertion = {
  scene: Scene;
  place: Place;
  box: Box | undefined /** `isFree`: repaint in broad strokes. */;
  isFree: boolean;
};

const COLLAGE =
  /\b(collage|side by side|grid|arrange\w*|containing|contains|all (?:the|these|of)|basket|gallery|mood ?board|together)\b/;
const BLEND = /\b(blend\w*|double exposure|merge\w*|mix\w*|overlay|superimpose\w*|fade)\b/;
const FRAME = /\b(frame\w*|photo|picture|polaroid|poster|hang\w*|wall|screen)\b/;

/** Draws the other input images into the surface, which holds the first. */
export function insertSources(
  surface: Surface,
  others: readonly Pixels[],
  { scene, place, box, isFree }: Insertion,
): void {
  const text = scene.prompt.toLowerCase();
  const pieces = others.map((pixels) => {
    const surface = cutOut(pixels, FRAME.test(text));
    return isFree ? { ...surface, ...freely(surface, scene) } : surface;
  });
  if (BLEND.test(text)) blend(surface, pieces);
  else if (!box && (COLLAGE.test(text) || others.length >= 4)) collage(surface, pieces, scene);
  else setAllInto(surface, pieces, { scene, place, box });
}

type Piece = Surface & { isFramed: boolean };

function setAllInto(
  surface: Surface,
  pieces: readonly Piece[],
  { scene, place, box }: Omit<Insertion, "isFree">,
): void {
  const area = box ?? placedBox(surface, { place, count: pieces.length, scene });
  const slot = (area.right - area.left) / pieces.length;
  for (const [index, piece] of pieces.entries()) {
    setInto(surface, piece, {
      left: area.left + slot * index,
      top: area.top,
      right: area.left + slot * (index + 1),
      bottom: area.bottom,
    });
  }
}

/** Cuts a figure out of a plain or transparent background; any other picture keeps its rectangle and gets a frame. */
function cutOut(pixels: Pixels, wantsFrame: boolean): Piece {
  const { width, height } = pixels;
  const data = new Uint8ClampedArray(pixels.data);
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] as number) < 128) clear += 1;
  let isFramed = clear < (data.length / 4) * 0.02;
  if (isFramed && !wantsFrame) {
    const ground = findBackground(pixels);
    const share = ground ? ground.cover.reduce((sum, value) => sum + (value ? 1 : 0), 0) / ground.cover.length : 0;
    if (ground && share > 0.15) {
      for (let index = 0; index < ground.cover.length; index += 1) if (ground.cover[index]) data[index * 4 + 3] = 0;
      isFramed = false;
    }
  }
  return { ...trim(surfaceOf(data, width, height), data), isFramed };
}

function trim(surface: Surface, data: Uint8ClampedArray): Surface {
  let [left, top, right, bottom] = [surface.width, surface.height, 0, 0];
  for (let y = 0; y < surface.height; y += 1) {
    for (let x = 0; x < surface.width; x += 1) {
      if ((data[(y * surface.width + x) * 4 + 3] as number) < 24) continue;
      [left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x + 1),
        Math.max(bottom, y + 1),
      ];
    }
  }
  if (right <= left) return surface;
  const trimmed = createSurface(right - left, bottom - top);
  trimmed.context.drawImage(surface.canvas, -left, -top);
  return trimmed;
}

function freely(surface: Surface, scene: Scene): Surface {
  return applyArtStyle(surface, { ...scene, artStyle: "oil" }, true);
}

function setInto({ context, height: tall }: Surface, piece: Piece, { left, top, right, bottom }: Box): void {
  const scale = Math.min((right - left) / piece.width, (bottom - top) / piece.height) * 0.96;
  const [width, height] = [piece.width * scale, piece.height * scale];
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
  context.save();
  context.imageSmoothingQuality = "high";
  context.shadowColor = "rgba(20,18,40,0.45)";
  context.shadowBlur = tall * 0.018;
  context.shadowOffsetY = tall * 0.006;
  if (piece.isFramed) {
    const rim = Math.max(2, Math.min(width, height) * 0.045);
    context.fillStyle = "#fbf8f1";
    context.fillRect(x, y, width, height);
    context.shadowColor = "transparent";
    context.drawImage(piece.canvas, x + rim, y + rim, width - rim * 2, height - rim * 2);
  } else context.drawImage(piece.canvas, x, y, width, height);
  context.restore();
}

function placedBox(
  { width, height }: Surface,
  { place, count, scene }: { place: Place; count: number; scene: Scene },
): Box {
  const isSmall = /\b(small|tiny|little|corner|logo|watermark|badge)\b/.test(scene.prompt.toLowerCase());
  const size = isSmall ? 0.28 : 0.4;
  const across = { left: 0.24, centre: 0.5, right: 0.76 }[place.across ?? "centre"];
  const up = { top: 0.26, middle: 0.5, bottom: 0.74 }[place.up ?? "middle"];
  const wide = Math.min(0.96, size * Math.sqrt(count) * (place.across ? 0.9 : 1));
  return {
    left: Math.max(0, across - wide / 2) * width,
    right: Math.min(1, across + wide / 2) * width,
    top: Math.max(0.02, up - size / 2) * height,
    bottom: Math.min(0.97, up + size / 2) * height,
  };
}

function blend({ context, width, height }: Surface, pieces: readonly Piece[]): void {
  context.save();
  for (const [index, piece] of pieces.entries()) {
    const scale = Math.max(width / piece.width, height / piece.height);
    context.globalAlpha = 1 / (index + 2);
    context.drawImage(
      piece.canvas,
      (width - piece.width * scale) / 2,
      (height - piece.height * scale) / 2,
      piece.width * scale,
      piece.height * scale,
    );
  }
  context.restore();
}

/** Lays out all pictures, including the first, on a background that the prompt describes. */
function collage(surface: Surface, pieces: readonly Piece[], scene: Scene): void {
  const { width, height, context } = surface;
  const first = createSurface(width, height);
  first.context.drawImage(surface.canvas, 0, 0);
  const base = cutOut({ data: first.context.getImageData(0, 0, width, height).data, width, height }, false);
  const ground = renderScene(
    { ...scene, subjects: [], stage: "studio", artStyle: "illustration" },
    { width, height, quality: "low", style: "natural", isTransparent: false },
  );
  context.drawImage(ground.canvas, 0, 0);
  const all = [base, ...pieces];
  const columns = Math.ceil(Math.sqrt((all.length * width) / height));
  const rows = Math.ceil(all.length / columns);
  for (const [index, piece] of all.entries()) {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, all.length - row * columns);
    const [cellWidth, cellHeight] = [(width * 0.92) / columns, (height * 0.92) / rows];
    const left = (width - inRow * cellWidth) / 2 + (index - row * columns) * cellWidth;
    const top = height * 0.04 + row * cellHeight;
    setInto(surface, piece, {
      left: left + cellWidth * 0.04,
      top: top + cellHeight * 0.04,
      right: left + cellWidth * 0.96,
      bottom: top + cellHeight * 0.96,
    });
  }
}
