import { Dialog } from "@base-ui/react/dialog";
import { Download, X } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import { CopyImageButton } from "../ui/copy-image-button.tsx";
import { downloadBlob } from "../ui/save-image.ts";
import type { useView } from "../zoom/use-view.ts";
import { ZoomButtons } from "../zoom/zoom-buttons.tsx";
import type { ViewerPicture } from "./viewer-picture.ts";

/** Toolbar over the image: its number, its scale and its actions. */
export function ViewerBar({
  picture,
  place: { index, count },
  bytes,
  view,
}: {
  picture: ViewerPicture;
  place: { index: number; count: number };
  bytes: Blob | undefined;
  view: ReturnType<typeof useView>;
}) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 px-2.5 pointer-coarse:h-14">
      <p className="text-numeric min-w-14 px-1.5 text-muted-foreground" aria-live="polite">
        {count > 1 && `${index + 1} of ${count}`}
      </p>
      <span className="mx-auto flex items-center">
        <ZoomButtons
          scale={view.view?.scale}
          tooltipSide="bottom"
          onZoomIn={view.zoomIn}
          onZoomOut={view.zoomOut}
          onActualSize={view.showActualSize}
          onFit={view.fit}
        />
      </span>
      {bytes && <CopyImageButton label="Copy image" read={() => Promise.resolve(bytes)} />}
      <IconButton
        label="Download"
        tooltipSide="bottom"
        disabled={!bytes}
        onClick={() => bytes && downloadBlob(bytes, picture.fileName)}
      >
        <Download />
      </IconButton>
      <Dialog.Close render={<IconButton label="Close" keys="Esc" tooltipSide="bottom" />}>
        <X />
      </Dialog.Close>
    </header>
  );
}
