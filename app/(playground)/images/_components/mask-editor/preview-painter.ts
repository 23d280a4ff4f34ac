import { type Colour, paintPreview } from "#app/(playground)/images/_model/mask/drawing/paint-preview.ts";
import {
  type Bounds,
  clipBounds,
  growBounds,
  joinBounds,
  type MaskPlane,
} from "#app/(playground)/images/_model/mask/plane/mask-plane.ts";
import type { Size, View } from "#lib/playground/shell/view.ts";

/** Tint of the mask. Pink is rare in pictures; the white hatching helps where it is not. */
const TINT: Colour = [255, 38, 122];
const HATCH: Colour = [255, 255, 255];

export type PreviewPainter = {
  /** Paints the whole visible area at once, in the same frame in which the image below has moved. */
  show(place: PreviewPlace): void;
  /** Paints a part of the mask before the next frame. */
  paint(bounds: Bounds): void;
  stop(): void;
};

/** Position of the image in the frame, and the pixel ratio of the canvas over the frame. */
export type PreviewPlace = { view: View; frame: Size; ratio: number };

/** Canvas context that the painter draws on; the canvas has the frame's size. */
type Surface = Pick<CanvasRenderingContext2D, "putImageData">;

/** Keeps the preview canvas in step with the mask, in device pixels. Repaints only visible areas that changed. */
export function createPreviewPainter(surface: Surface, shown: () => MaskPlane): PreviewPainter {
  let place: PreviewPlace | undefined;
  /** Area to paint before the next frame, in pixels of the source. */
  let waiting: Bounds | undefined;
  let frame = 0;

  function put(bounds: Bounds | undefined): void {
    if (!place || !bounds) return;
    const pixels = paintPreview(shown(), { ...place, bounds, tint: TINT, hatch: HATCH });
    surface.putImageData(new ImageData(pixels, bounds.right - bounds.left), bounds.left, bounds.top);
  }

  function paintWaiting(): void {
    frame = 0;
    if (!place || !waiting) return;
    const { view, ratio } = place;
    const toCanvas = (at: number, origin: number) => (origin + at * view.scale) * ratio;
    const { left, top, right, bottom } = waiting;
    const touched = {
      left: toCanvas(left, view.x),
      top: toCanvas(top, view.y),
      right: toCanvas(right, view.x),
      bottom: toCanvas(bottom, view.y),
    };
    waiting = undefined;
    put(clipBounds(growBounds(touched, 1), getSize(place)));
  }

  return {
    show(next) {
      place = next;
      waiting = undefined;
      const { width, height } = getSize(next);
      put(clipBounds({ left: 0, top: 0, right: width, bottom: height }, { width, height }));
    },
    paint(bounds) {
      waiting = joinBounds(waiting, bounds);
      frame ||= requestAnimationFrame(paintWaiting);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

/** Returns the canvas size for a frame, in device pixels. */
export function getSize({ frame, ratio }: Pick<PreviewPlace, "frame" | "ratio">): Size {
  return { width: Math.round(frame.width * ratio), height: Math.round(frame.height * ratio) };
}

/** Maximum pixels of a preview at any zoom: enough for sharp hatching, and fast enough for one frame. */
const MAXIMUM_PIXELS = 2_500_000;

/** Returns canvas pixels per CSS pixel: the screen's own ratio, unless that makes too many pixels. */
export function previewRatio({ width, height }: Size, screen: number): number {
  return Math.min(screen, Math.max(1, Math.sqrt(MAXIMUM_PIXELS / Math.max(1, width * height))));
}
