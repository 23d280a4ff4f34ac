import { drawMask } from "#app/(playground)/images/_model/mask/files/mask-raster.ts";
import type { MaskPlane } from "#app/(playground)/images/_model/mask/plane/mask-plane.ts";
import {
  addStroke,
  type BrushStroke,
  createMask,
  type MaskState,
  type MaskStroke,
} from "#lib/playground/images/mask-state.ts";

export function maskOf(size: { width: number; height: number }, ...strokes: MaskStroke[]): MaskState {
  return strokes.reduce(addStroke, createMask(size.width, size.height));
}

export function brushed(points: number[], options: Partial<BrushStroke> = {}): BrushStroke {
  return { tool: "brush", size: 4, hardness: 1, points, ...options };
}

export function rectangle(points: number[], erase = false): MaskStroke {
  return { tool: "rectangle", erase, points };
}

/** One character a pixel: `.` keep, `#` edit, `+` something between. */
export function picture(mask: MaskState | MaskPlane): string[] {
  const { width, data } = "data" in mask ? mask : drawMask(mask);
  const characters = [...data].map((value) => (value === 0 ? "." : value === 255 ? "#" : "+"));
  return Array.from({ length: data.length / width }, (_, y) => characters.slice(y * width, (y + 1) * width).join(""));
}
