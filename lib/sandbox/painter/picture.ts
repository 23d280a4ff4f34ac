/** A scene as pixels. */

import { arrange } from "../drawing/composition/arrange.ts";
import { applyArtStyle } from "../drawing/composition/art-styles.ts";
import { createFrame } from "../drawing/composition/element.ts";
import { finish } from "../drawing/composition/finish.ts";
import { createSurface, freeSurface, type Surface } from "../drawing/pixels/surface.ts";
import type { Scene } from "../drawing/scene/scene.ts";

export type PictureOptions = {
  width: number;
  height: number;
  quality: "low" | "medium" | "high";
  style: "vivid" | "natural";
  isTransparent: boolean;
  /** Seconds; 0 for a still picture. */
  time?: number;
};

const DETAIL = { low: 0, medium: 1, high: 2 } as const;

export function renderScene(
  scene: Scene,
  { width, height, quality, style, isTransparent, time = 0 }: PictureOptions,
): Surface {
  const surface = createSurface(width, height);
  const { elements } = arrange(scene, { aspect: width / height, isTransparent });
  const frame = createFrame(surface, { time, detail: DETAIL[quality] });
  for (const element of elements) element.draw(frame);
  const styled = applyArtStyle(surface, scene, isTransparent);
  if (styled !== surface) freeSurface(surface);
  const isGraphic = /^(?:flat|logo|pattern|isometric|pixel|line)$/.test(scene.artStyle) || isTransparent;
  finish(styled, {
    chroma: scene.chroma * (style === "vivid" ? 1.2 : 0.94),
    contrast: (style === "vivid" ? 0.3 : 0.1) * (isGraphic ? 0.4 : 1),
    vignette: isGraphic ? 0 : 0.42,
    bloom: isGraphic ? 0 : style === "vivid" ? 0.26 : 0.16,
    grain: isGraphic ? 0 : scene.artStyle === "photo" ? 9 : 4,
    seed: scene.seed + 1,
  });
  return styled;
}
