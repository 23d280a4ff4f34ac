import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createSoftPreview, type SoftPreview } from "#app/(playground)/images/_model/mask/drawing/soft-preview.ts";
import { createMaskRaster } from "#app/(playground)/images/_model/mask/files/mask-raster.ts";
import { type Coverage, rememberCoverage } from "#app/(playground)/images/_model/mask/plane/coverage.ts";
import { type Bounds, joinBounds } from "#app/(playground)/images/_model/mask/plane/mask-plane.ts";
import { getTileBounds } from "#app/(playground)/images/_model/mask/plane/tiles.ts";
import type { BrushStroke, MaskState } from "#lib/playground/images/mask-state.ts";
import type { Size, View } from "#lib/playground/shell/view.ts";
import { createPreviewPainter, getSize, type PreviewPainter, previewRatio } from "./preview-painter.ts";

/** Keeps the mask's pixels and its canvas in step with the state and with the current stroke. */
export function useMaskLayers(state: MaskState, { view, frame }: { view: View | undefined; frame: Size | undefined }) {
  const { width, height, feather } = state;
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<PreviewPainter>(undefined);
  const preview = useRef<SoftPreview>(undefined);
  const raster = useMemo(() => createMaskRaster({ width, height }), [width, height]);
  const [measured, setMeasured] = useState<Coverage>();

  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const soft = createSoftPreview({ plane: raster.plane, onChange: (bounds) => painter.current?.paint(bounds) });
    const created = createPreviewPainter(context, soft.shown);
    preview.current = soft;
    painter.current = created;
    return () => {
      soft.stop();
      created.stop();
    };
  }, [raster]);

  function change(tiles: ReadonlySet<number>): void {
    let bounds: Bounds | undefined;
    for (const tile of tiles) bounds = joinBounds(bounds, getTileBounds(tile, raster.plane));
    if (bounds) preview.current?.change(bounds);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` reads nothing that goes stale.
  useEffect(() => {
    change(raster.show(state));
    const next = rememberCoverage(state, raster.countEdited());
    // Keep the same object while nothing changes, so that effects which depend on it do not loop.
    setMeasured((before) => (before?.share === next.share && before.kind === next.kind ? before : next));
  }, [raster, state]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new raster has a new preview.
  useEffect(() => preview.current?.setFeather(feather), [raster, feather]);

  const ratio = frame ? previewRatio(frame, devicePixelRatio || 1) : 1;
  // A resized canvas is empty, and the mask must move in the same frame as the image.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new raster has a new painter.
  useLayoutEffect(() => {
    if (view && frame) painter.current?.show({ view, frame, ratio });
  }, [raster, view, frame, ratio]);

  return {
    canvas,
    canvasSize: frame && getSize({ frame, ratio }),
    coverage: measured,
    extend: (stroke: BrushStroke) => change(raster.extend(stroke)),
    /** Removes the unfinished stroke. */
    restore: () => change(raster.show(state)),
  };
}
