import { useEffect, useMemo, useRef, useState } from "react";
import { type Coverage, coverage } from "#lib/playground/mask/coverage.ts";
import { wholePlane } from "#lib/playground/mask/mask-plane.ts";
import { createMaskRaster } from "#lib/playground/mask/mask-raster.ts";
import type { BrushStroke, MaskState } from "#lib/playground/mask/mask-state.ts";
import { createPreviewPainter, type PreviewPainter } from "./preview-painter.ts";

/** The mask's pixels and the canvas that shows them, in step with the state and with the stroke under the pen. */
export function useMaskLayers(state: MaskState) {
  const { width, height, feather } = state;
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<PreviewPainter>(undefined);
  const raster = useMemo(() => createMaskRaster({ width, height }), [width, height]);
  const [measured, setMeasured] = useState<Coverage>();

  useEffect(() => {
    if (!canvas.current) return;
    const created = createPreviewPainter(canvas.current, raster.plane);
    painter.current = created;
    return () => created.stop();
  }, [raster]);

  useEffect(() => {
    const changed = raster.show(state);
    painter.current?.paint(changed, state.feather);
    const next = coverage(state, raster.plane);
    // The same object while nothing changes, so that whoever listens can keep it without going in circles.
    setMeasured((before) => (before?.share === next.share && before.kind === next.kind ? before : next));
  }, [raster, state]);

  // A feather that goes back to nothing leaves soft edges all over the canvas.
  useEffect(() => {
    painter.current?.paint(wholePlane(raster.plane), feather);
  }, [raster, feather]);

  return {
    canvas,
    coverage: measured,
    extend: (stroke: BrushStroke) => painter.current?.paint(raster.extend(stroke), feather),
    /** Takes the unfinished stroke away again. */
    restore: () => painter.current?.paint(raster.show(state), feather),
  };
}
