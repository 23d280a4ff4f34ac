import { type Colour, paintPreview } from "#app/(playground)/images/_model/mask/drawing/paint-preview.ts";
import {
  type Bounds,
  clipBounds,
  growBounds,
  joinBounds,
  type MaskPlane,
} from "#app/(playground)/images/_model/mask/plane/mask-plane.ts";
import type { Size, View } from "#lib/playground/shell/view.ts";

/** Pink is rare in pictures, and the white hatching is there for those in which it is not. */
const TINT: Colour = [255, 38, 122];
const HATCH: Colour = [255, 255, 255];

export type PreviewPainter = {
  /** Paints all that is in sight, at once: the picture under it has moved in the same moment. */
  show(place: PreviewPlace): void;
  /** Paints a part of the mask before the next frame. */
  paint(bounds: Bounds): void;
  stop(): void;
};

/** Where the image lies in the frame, and how fine the canvas over the frame is. */
export type PreviewPlace = { view: View; frame: Size; ratio: number };

/** What the painter draws on: a canvas of the frame's size. */
type Surface = Pick<CanvasRenderingContext2D, "putImageData">;

/** Keeps the canvas over the image in step with the mask, in pixels of the screen: only what is in sight, where it changed. */
export function createPreviewPainter(surface: Surface, shown: () => MaskPlane): PreviewPainter {
  let place: PreviewPlace | undefined;
  /** In pixels of the source. */
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
    put(clipBounds(growBounds(touched, 1), sizeOf(place)));
  }

  return {
    show(next) {
      place = next;
      waiting = undefined;
      const { width, height } = sizeOf(next);
      put(clipBounds({ left: 0, top: 0, right: width, bottom: height }, { width, height }));
    },
    paint(bounds) {
      waiting = joinBounds(waiting, bounds);
      frame ||= requestAnimationFrame(paintWaiting);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

/** The canvas over a frame, in its own pixels. */
export function sizeOf({ frame, ratio }: Pick<PreviewPlace, "frame" | "ratio">): Size {
  return { width: Math.round(frame.width * ratio), height: Math.round(frame.height * ratio) };
}

/** Of a preview at any zoom: enough for sharp hatching, and painted within a frame. */
const MOST_PIXELS = 2_500_000;

/** Pixels of the canvas for each CSS pixel: the screen's own, unless they are too many. */
export function previewRatio({ width, height }: Size, screen: number): number {
  return Math.min(screen, Math.max(1, Math.sqrt(MOST_PIXELS / Math.max(1, width * height))));
}
