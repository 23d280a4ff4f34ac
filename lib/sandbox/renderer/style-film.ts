/** Film in an art style: drawn small and at a low rate, like hand-made animation. */
import { applyArtStyle, hasArtStylePass } from "../drawing/composition/art-styles.ts";
import type { Surface } from "../drawing/pixels/surface.ts";
import type { Scene } from "../drawing/scene/scene.ts";
import type { Size } from "./camera.ts";
import { createFrameSurface, type Film } from "./film.ts";

/** "On threes": 8 paintings a second. */
const PAINTINGS_PER_SECOND = 8;

/** Half of high definition: brushes and pencils are broader than its pixels. */
const MOST_PIXELS = 640 * 360;

/** @param createAt creates the film for a smaller size, so that nothing is painted larger than it is shown */
export function styleFilm(scene: Scene, size: Size, createAt: (size: Size) => Film): Film {
  if (!hasArtStylePass(scene)) return createAt(size);
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
  const small = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  const film = createAt(small);
  const plain = createFrameSurface(small);
  let painted: { at: number; surface: Surface } | undefined;
  return {
    draw({ context }, time) {
      const at = Math.floor(time * PAINTINGS_PER_SECOND + 1e-6);
      if (painted?.at !== at) {
        film.draw(plain, at / PAINTINGS_PER_SECOND);
        painted = { at, surface: applyArtStyle(plain, scene, false) };
      }
      // Pixel art keeps its edges.
      context.imageSmoothingEnabled = scene.artStyle !== "pixel";
      context.drawImage(painted.surface.canvas, 0, 0, size.width, size.height);
      context.imageSmoothingEnabled = true;
    },
  };
}
