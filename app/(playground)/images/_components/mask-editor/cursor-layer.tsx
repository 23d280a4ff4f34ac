import { useEffect, useRef } from "react";
import type { Size } from "#lib/playground/shell/view.ts";
import { type CursorScene, drawCursor } from "./draw-cursor.ts";

/** Canvas of the pointer, above everything else: as large as the frame, in device pixels. */
export function CursorLayer({ frame, scene }: { frame: Size; scene: CursorScene }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = typeof devicePixelRatio === "number" ? devicePixelRatio : 1;
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context) drawCursor(context, scene);
  });
  return (
    <canvas
      ref={canvas}
      width={Math.round(frame.width * ratio)}
      height={Math.round(frame.height * ratio)}
      className="pointer-events-none absolute inset-0 size-full"
    />
  );
}
