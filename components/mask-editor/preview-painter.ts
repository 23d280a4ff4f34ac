import { blurPlane } from "#lib/playground/mask/blur-plane.ts";
import { type Bounds, joinBounds, type MaskPlane, wholePlane } from "#lib/playground/mask/mask-plane.ts";
import { type Colour, paintPreview } from "#lib/playground/mask/paint-preview.ts";

/** Pink is rare in pictures, and the white hatching is there for those in which it is not. */
const TINT: Colour = [255, 38, 122];
const HATCH: Colour = [255, 255, 255];
/** Milliseconds after the last change until soft edges are drawn: blurring all of it costs more than a frame. */
const SOFTEN_AFTER = 90;

export type PreviewPainter = {
  /** Repaints a part before the next frame: hard at once, and soft when drawing pauses. */
  paint(bounds: Bounds | undefined, feather: number): void;
  stop(): void;
};

/** Keeps the canvas over the image in step with the plane of the mask. */
export function createPreviewPainter(canvas: HTMLCanvasElement, plane: MaskPlane): PreviewPainter {
  const context = canvas.getContext("2d");
  let waiting: Bounds | undefined;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function put(painted: MaskPlane, bounds: Bounds): void {
    const pixels = paintPreview(painted, { bounds, tint: TINT, hatch: HATCH });
    context?.putImageData(new ImageData(pixels, bounds.right - bounds.left), bounds.left, bounds.top);
  }

  return {
    paint(bounds, feather) {
      waiting = joinBounds(waiting, bounds);
      clearTimeout(timer);
      if (feather > 0) timer = setTimeout(() => put(blurPlane(plane, feather), wholePlane(plane)), SOFTEN_AFTER);
      if (waiting) {
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          if (waiting) put(plane, waiting);
          waiting = undefined;
        });
      }
    },
    stop() {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    },
  };
}
