import { Maximize, Minus, Plus } from "lucide-react";
import type { ComponentProps } from "react";
import { IconButton } from "../ui/button.tsx";

/** Buttons to zoom out, show the scale, zoom in, and fit. */
export function ZoomButtons({
  scale,
  tooltipSide,
  onZoomIn,
  onZoomOut,
  onActualSize,
  onFit,
}: {
  /** CSS pixels per pixel of the image; undefined until the frame is laid out. */
  scale: number | undefined;
  tooltipSide?: ComponentProps<typeof IconButton>["tooltipSide"];
  onZoomIn: () => void;
  onZoomOut: () => void;
  onActualSize: () => void;
  onFit: () => void;
}) {
  const percent = scale === undefined ? "–" : `${Math.round(scale * 100)}%`;
  return (
    <>
      <IconButton label="Zoom out" keys="−" tooltipSide={tooltipSide} onClick={onZoomOut}>
        <Minus />
      </IconButton>
      <button
        type="button"
        aria-label={`Zoom ${percent}: show the real size`}
        data-tooltip="Real size"
        data-tooltip-keys="1"
        data-tooltip-side={tooltipSide}
        onClick={onActualSize}
        className="text-numeric h-8 w-11 rounded-lg text-center text-muted-foreground hover:bg-foreground/[0.06] hover:text-foreground"
      >
        {percent}
      </button>
      <IconButton label="Zoom in" keys="+" tooltipSide={tooltipSide} onClick={onZoomIn}>
        <Plus />
      </IconButton>
      <IconButton label="Fit the image" keys="0" tooltipSide={tooltipSide} onClick={onFit}>
        <Maximize />
      </IconButton>
    </>
  );
}
