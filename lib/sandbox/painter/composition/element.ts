/** The scene graph: what a composer makes of a scene, ready to be drawn at any size and at any moment. */
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
   * For films: the seconds after which time has changed it so much that it has to be drawn anew; 0 for each frame anew.
   * Left out, it never changes.
   */
  renewal?: number;
  /** It reads what is already drawn above this line, in heights from the top, and draws only below it, as water does. */
  mirrorsAbove?: number;
  draw(frame: Frame): void;
};

export function createFrame(
  surface: Surface,
  { time = 0, detail = 1 }: Partial<Pick<Frame, "time" | "detail">>,
): Frame {
  return { ...surface, aspect: surface.width / surface.height, time, detail };
}
