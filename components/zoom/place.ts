import type { CSSProperties } from "react";
import type { Size, View } from "#lib/playground/shell/view.ts";

/** Returns the style of a layer in pixels of the source. */
export function layerPlace({ x, y, scale }: View, { width, height }: Size): CSSProperties {
  return { width, height, transformOrigin: "0 0", transform: `translate(${x}px, ${y}px) scale(${scale})` };
}

/** Returns the style of the same box for content that is not scaled with it. */
export function boxPlace({ x, y, scale }: View, { width, height }: Size): CSSProperties {
  return { left: x, top: y, width: width * scale, height: height * scale };
}
