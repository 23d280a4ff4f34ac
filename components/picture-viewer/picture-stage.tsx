import { clsx } from "clsx";
import { ImageOff } from "lucide-react";
import { useBlobUrl } from "../use-blob-url.ts";
import { boxPlace, layerPlace } from "../zoom/place.ts";
import type { useView } from "../zoom/use-view.ts";
import { useLookingPointers } from "./use-looking-pointers.ts";
import type { ViewerPicture } from "./viewer-picture.ts";

/** Scale from which single pixels are drawn sharply. */
const PIXELS_FROM = 4;

/** The image in its frame, moved by mouse, fingers and wheel. */
export function PictureStage({
  picture,
  bytes,
  missing,
  view,
  onSwipe,
  onClose,
}: {
  picture: ViewerPicture;
  bytes: Blob | undefined;
  /** True when the bytes are no longer stored. */
  missing: boolean;
  view: ReturnType<typeof useView>;
  onSwipe: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const url = useBlobUrl(bytes);
  const pointers = useLookingPointers({ view, onSwipe, onClose });
  const { description } = picture;
  // Dragging needs immediate motion; keys and buttons animate.
  const motion = pointers.held ? undefined : "transition-[transform,left,top,width,height] duration-150 ease-press";
  return (
    <div
      ref={view.frame}
      {...pointers.handlers}
      data-testid="picture-stage"
      data-zoomed={pointers.zoomed || undefined}
      className={clsx(
        "relative min-w-0 flex-1 touch-none select-none overflow-hidden",
        pointers.held && pointers.zoomed ? "cursor-grabbing" : pointers.zoomed ? "cursor-grab" : "cursor-default",
      )}
    >
      {missing && (
        <p className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-muted-foreground">
          <ImageOff aria-hidden className="size-6" />
          This image is no longer stored in this browser.
        </p>
      )}
      {url && view.view && (
        <div className="absolute inset-0" style={{ transform: `translateX(${pointers.drag}px)` }}>
          <div className={clsx("checkerboard absolute", motion)} style={boxPlace(view.view, picture)} />
          {/* biome-ignore lint/performance/noImgElement: local bytes; the server has nothing to optimise. */}
          <img
            src={url}
            alt={description}
            draggable={false}
            decoding="async"
            className={clsx("absolute max-w-none", motion)}
            style={{
              ...layerPlace(view.view, picture),
              imageRendering: view.view.scale >= PIXELS_FROM ? "pixelated" : undefined,
            }}
          />
        </div>
      )}
    </div>
  );
}
