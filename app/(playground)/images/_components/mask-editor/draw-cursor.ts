import type { Gesture } from "#app/(playground)/images/_model/mask/drawing/gesture.ts";
import type { Point, View } from "#lib/playground/shell/view.ts";

export type CursorScene = {
  view: View;
  /** Position in pixels of the source; undefined while no pointer is over the image. */
  at: Point | undefined;
  /** Diameter of the brush and of its hard core in pixels of the source; undefined for tools without a brush. */
  brush: { size: number; hardness: number } | undefined;
  erases: boolean;
  /** The rectangle or lasso being drawn. */
  gesture: Gesture | undefined;
  /** Draws the keyboard's crosshair in addition to the ring. */
  crosshair: boolean;
};

/** Draws the pointer's overlay, which is not part of the mask. Lengths on the canvas are CSS pixels. */
export function drawCursor(context: CanvasRenderingContext2D, scene: CursorScene): void {
  const { canvas } = context;
  const ratio = devicePixelRatio || 1;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (scene.gesture) drawShape(context, scene.gesture, scene.view);
  if (!scene.at) return;
  const { x, y } = toFrame(scene.at, scene.view);
  if (scene.brush) {
    const radius = Math.max(2, (scene.brush.size * scene.view.scale) / 2);
    outline(context, () => context.arc(x, y, radius, 0, 2 * Math.PI), scene.erases ? [5, 4] : []);
    if (scene.brush.hardness < 0.95) {
      context.globalAlpha = 0.5;
      outline(
        context,
        () => context.arc(x, y, radius * Math.max(0.02, scene.brush?.hardness ?? 1), 0, 2 * Math.PI),
        [],
      );
      context.globalAlpha = 1;
    }
  }
  if (scene.crosshair || !scene.brush) drawCross(context, x, y, scene.crosshair ? 12 : 6);
}

function drawShape(context: CanvasRenderingContext2D, { tool, points, ...rest }: Gesture, view: View): void {
  const dashes = "erase" in rest && rest.erase ? [3, 5] : [6, 4];
  const corners: Point[] = [];
  for (let index = 0; index + 1 < points.length; index += 2) {
    corners.push(toFrame({ x: points[index] ?? 0, y: points[index + 1] ?? 0 }, view));
  }
  const [first, last] = [corners[0], corners.at(-1)];
  if (!first || !last) return;
  if (tool === "rectangle") {
    outline(context, () => context.rect(first.x, first.y, last.x - first.x, last.y - first.y), dashes);
  }
  if (tool === "lasso") {
    outline(
      context,
      () => {
        for (const { x, y } of corners) context.lineTo(x, y);
        context.closePath();
      },
      dashes,
    );
  }
}

function drawCross(context: CanvasRenderingContext2D, x: number, y: number, arm: number): void {
  outline(context, () => {
    context.moveTo(x - arm, y);
    context.lineTo(x + arm, y);
    context.moveTo(x, y - arm);
    context.lineTo(x, y + arm);
  }, []);
}

/** Strokes a path with a bright line inside a dark one, visible on any picture. */
function outline(context: CanvasRenderingContext2D, path: () => void, dashes: number[]): void {
  context.beginPath();
  path();
  context.setLineDash([]);
  context.lineWidth = 3;
  context.strokeStyle = "rgb(0 0 0 / 0.55)";
  context.stroke();
  context.setLineDash(dashes);
  context.lineWidth = 1.5;
  context.strokeStyle = "white";
  context.stroke();
}

function toFrame({ x, y }: Point, view: View): Point {
  return { x: view.x + x * view.scale, y: view.y + y * view.scale };
}
