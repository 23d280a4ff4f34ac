"use client";

import { clsx } from "clsx";
import { Keyboard } from "lucide-react";
import { type CSSProperties, useRef, useState } from "react";
import { brushSize, FIRST_BRUSH } from "#app/(playground)/images/_model/mask/drawing/brush.ts";
import { EDITOR_KEYS } from "#app/(playground)/images/_model/mask/drawing/editor-keys.ts";
import { IconButton } from "#components/ui/button.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { boxPlace, layerPlace } from "#components/zoom/place.ts";
import { useView } from "#components/zoom/use-view.ts";
import type { MaskState } from "#lib/playground/images/mask-state.ts";
import { BrushSettings } from "./brush-settings.tsx";
import { CoverageLine } from "./coverage-line.tsx";
import { CursorLayer } from "./cursor-layer.tsx";
import { ImageLayer } from "./image-layer.tsx";
import { MaskToolbar } from "./mask-toolbar.tsx";
import { useMaskUpload } from "./mask-upload.tsx";
import { type PenPoint, useDrawing } from "./use-drawing.ts";
import { useEditorKeys } from "./use-editor-keys.ts";
import { useMaskLayers } from "./use-mask-layers.ts";
import { usePen } from "./use-pen.ts";
import { usePointers } from "./use-pointers.ts";

export type MaskEditorProps = {
  image: Blob | ImageBitmap;
  /**
   * Mask with the image's size in pixels. Create one with `createMask(width, height)`. Plain data, fit for any storage.
   */
  value: MaskState;
  onChange: (value: MaskState) => void;
  className?: string;
};

/**
 * Editor for the mask of an image. All coordinates are in pixels of the source, so zoom, resize and screen density do
 * not matter. `exportMask` of `ask-mask-worker.ts` creates the file to send, and `useCoverage` returns whether the mask
 * edits anything.
 */
export function MaskEditor({ image, value, onChange, className }: MaskEditorProps) {
  const { width, height } = value;
  const [brush, setBrush] = useState(FIRST_BRUSH);
  const [pointer, setPointer] = useState<PenPoint>();
  const [showsKeys, setShowsKeys] = useState(false);
  const layer = useRef<HTMLCanvasElement>(null);
  const view = useView(value);
  const layers = useMaskLayers(value, { view: view.view, frame: view.frameSize });
  const pen = usePen();
  const drawing = useDrawing({ state: value, brush, layer, pressedBy: pen.pressedBy, ...layers, onChange });
  const keys = useEditorKeys({ state: value, onChange, brush, setBrush, drawing, view });
  const upload = useMaskUpload({ state: value, onChange });
  const pointers = usePointers({
    drawing,
    spaceHeld: keys.spaceHeld,
    zoom: view.zoom,
    pan: view.pan,
    onHover(at) {
      keys.hideCrosshair();
      setPointer(at);
    },
  });

  const place: CSSProperties = view.view ? layerPlace(view.view, value) : { visibility: "hidden" };
  const ringSize = (brushSize(brush, value) * (pointer?.pressed ?? 100)) / 100;
  const usesBrush = brush.tool === "brush" || brush.tool === "eraser";
  return (
    <div {...keys.handlers} className={clsx("flex min-h-0 flex-col gap-2", className)}>
      <div className="relative">
        <MaskToolbar state={value} tool={brush.tool} scale={view.view?.scale} run={keys.run}>
          {upload.button}
          <IconButton
            label="Shortcuts"
            aria-expanded={showsKeys}
            onClick={() => setShowsKeys(!showsKeys)}
            className={clsx("pointer-coarse:hidden", showsKeys && "bg-foreground/[0.09] text-foreground")}
          >
            <Keyboard />
          </IconButton>
        </MaskToolbar>
        {showsKeys && <EditorKeyMap />}
      </div>
      {upload.notice}
      <div
        ref={view.frame}
        role="application"
        aria-label={`Mask of an image of ${width} by ${height} pixels. Arrow keys move a crosshair, Enter draws.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: drawing works from the keyboard too.
        tabIndex={0}
        {...pointers.handlers}
        onContextMenu={(event) => event.preventDefault()}
        className={clsx(
          "relative min-h-64 flex-1 touch-none select-none overflow-hidden rounded-xl border bg-muted/50 focus-visible:-outline-offset-1",
          chooseCursor(keys.spaceHeld, pointers.panning),
        )}
      >
        {view.view && <div className="checkerboard absolute" style={boxPlace(view.view, value)} />}
        <ImageLayer image={image} style={place} />
        {/* An empty canvas of the source's size; pointer positions are computed from its place on the screen. */}
        <canvas ref={layer} width={width} height={height} style={place} className="absolute" />
        <canvas ref={layers.canvas} {...layers.canvasSize} className="pointer-events-none absolute inset-0 size-full" />
        {view.frameSize && view.view && (
          <CursorLayer
            frame={view.frameSize}
            scene={{
              view: view.view,
              at: keys.spaceHeld || pointers.panning ? undefined : (keys.crosshair ?? pointer),
              brush: usesBrush ? { size: ringSize, hardness: brush.hardness } : undefined,
              erases: brush.tool === "eraser",
              gesture: drawing.gesture,
              crosshair: keys.crosshair !== undefined,
            }}
          />
        )}
      </div>
      <BrushSettings brush={brush} setBrush={setBrush} state={value} onChange={onChange} />
      <div className="flex min-h-5 items-center justify-between gap-4">
        {layers.coverage && <CoverageLine coverage={layers.coverage} />}
        {pen.seen && (
          <span
            className="flex shrink-0 items-center gap-2.5 text-[13px] text-muted-foreground"
            data-tooltip="The harder the pen is pressed, the larger the brush"
          >
            <span aria-hidden>Pen pressure</span>
            <Switch label="Pen pressure" checked={pen.pressure} onChange={pen.setPressure} />
          </span>
        )}
      </div>
    </div>
  );
}

function chooseCursor(spaceHeld: boolean, panning: boolean): string {
  if (panning) return "cursor-grabbing";
  return spaceHeld ? "cursor-grab" : "cursor-none";
}

/** Keyboard shortcuts of the editor; those of the page are in the page's own list. */
function EditorKeyMap() {
  return (
    <dl className="absolute top-full right-0 z-10 mt-1 grid w-[46rem] max-w-full animate-rise gap-x-8 gap-y-0.5 rounded-xl bg-popover px-3.5 py-2.5 text-[13px] shadow-float sm:grid-cols-2">
      {EDITOR_KEYS.map(([keys, does]) => (
        <div key={does} className="flex items-baseline gap-3 py-0.5">
          <dt className="w-16 shrink-0 whitespace-nowrap font-mono text-xs">{keys}</dt>
          <dd className="text-muted-foreground">{does}</dd>
        </div>
      ))}
    </dl>
  );
}
