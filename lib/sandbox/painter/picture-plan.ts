import type { Pixels } from "./encode.ts";

/** What a job comes down to: a picture that can be painted coarsely and finely. */
export type PicturePlan = {
  width: number;
  height: number;
  background: "transparent" | "opaque";
  revisedPrompt: string;
  /** Always of the full size; `scale` below 1 leaves details out. */
  paintAt(scale: number): Pixels;
};
