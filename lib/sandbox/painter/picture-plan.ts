import type { Pixels } from "../drawing/pixels/decode-pixels.ts";

/** Plan of a picture, which can be painted coarsely and finely. */
export type PicturePlan = {
  width: number;
  height: number;
  background: "transparent" | "opaque";
  revisedPrompt: string;
  /** Paints at full size; `scale` below 1 omits details. */
  paintAt(scale: number): Pixels;
};
