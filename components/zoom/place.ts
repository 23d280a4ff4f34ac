import type { CSSProperties } from "react";
import type { Size, View } from "#lib/playground/shell/view.ts";

/** Lays out a layer in pixels of the source. */
export function layerPlace({ x, y, scale }: View, { width, height }: Size): CSSProperties {
  return { width, height, transformOrigin: "0 0", transform: `translate(${x}px, ${y}px) scale(${scale})` };
}

/** The same box for what is not to be scaled with it. */
export function boxPlace({ x, y, scale }: View, { width, height }: Size): CSSProperties {
  return { left: x, top: y, width: width * scale, height: height * scale };
}
