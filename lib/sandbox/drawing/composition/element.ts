/** Scene graph: the elements of a composed scene, which can be drawn at any size and time. */
import type { Surface } from "../pixels/surface.ts";

export type Frame = Surface & {
  /** Width by height. */
  aspect: number;
  /** Seconds: clouds drift, water moves. 0 for a still picture. */
  time: number;
  /** 0 low, 1 medium, 2 high: how fine textures are and how many strokes are drawn. */
  detail: 0 | 1 | 2;
};

export type Element = {
  /** Drawn from small to large; 0 is the sky, 50 the ground, 100 the drops before the lens. */
  depth: number;
  /**
   * For films: seconds after which the element has changed so much that it must be drawn again; 0 for each frame.
   * Absent: it never changes.
   */
  renewal?: number;
  /**
   * Distance of a line from the top, in picture heights: the element reads the picture above it and draws only below
   * it, as water does.
   */
  mirrorsAbove?: number;
  draw(frame: Frame): void;
};

export function createFrame(
  surface: Surface,
  { time = 0, detail = 1 }: Partial<Pick<Frame, "time" | "detail">>,
): Frame {
  return { ...surface, aspect: surface.width / surface.height, time, detail };
}
