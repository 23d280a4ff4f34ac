"use client";

import { Dialog } from "@base-ui/react/dialog";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { formatBytes } from "#lib/playground/streams/metrics.ts";
import { useStored } from "../use-stored-blob.ts";
import { useView } from "../zoom/use-view.ts";
import { PictureStage } from "./picture-stage.tsx";
import { ViewerBar } from "./viewer-bar.tsx";
import type { ViewerPicture } from "./viewer-picture.ts";

type PictureViewerProps = {
  open: boolean;
  pictures: readonly ViewerPicture[];
  index: number;
  load: (sha256: string) => Promise<Blob | undefined>;
  onMove: (index: number) => void;
  onClose: () => void;
};

/** Full-window viewer for one image at a time, fitted or zoomed. Dark in both themes. */
export function PictureViewer({ open, onClose, ...shown }: PictureViewerProps) {
  const popup = useRef<HTMLDivElement>(null);
  const picture = shown.pictures[shown.index];
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          // Focus returns to the image that was shown last.
          finalFocus={() => document.querySelector<HTMLElement>(`[data-picture="${picture?.id}"]`) ?? true}
          className="dark fixed inset-0 z-50 flex flex-col bg-background text-foreground outline-none transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          {picture && <Opened {...shown} picture={picture} onClose={onClose} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Opened({
  pictures,
  index,
  picture,
  load,
  onMove,
  onClose,
}: Omit<PictureViewerProps, "open"> & { picture: ViewerPicture }) {
  const { width, height, description, mediaType, size } = picture;
  const stored = useStored(picture.sha256, load);
  // The previous image can have another shape.
  const bytes = stored.sha256 === picture.sha256 ? stored.bytes : undefined;
  const view = useView({ width, height }, { contained: true });
  const { fit } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each image starts fitted.
  useLayoutEffect(fit, [picture.id, fit]);
  const go = (to: number) => {
    if (to !== index && pictures[to]) onMove(to);
  };

  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(index - 1),
    ArrowRight: () => go(index + 1),
    Home: () => go(0),
    End: () => go(pictures.length - 1),
    "+": view.zoomIn,
    "=": view.zoomIn,
    "-": view.zoomOut,
    "−": view.zoomOut,
    "0": view.fit,
    "1": view.showActualSize,
  };
  const pans: Record<string, { x: number; y: number }> = {
    ArrowLeft: { x: 80, y: 0 },
    ArrowRight: { x: -80, y: 0 },
    ArrowUp: { x: 0, y: 80 },
    ArrowDown: { x: 0, y: -80 },
  };
  // The focus may be on the dialog itself or on any of its buttons; the dialog does not propagate arrow keys.
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined);
  onKey.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pan = event.shiftKey || event.key === "ArrowUp" || event.key === "ArrowDown" ? pans[event.key] : undefined;
    const run = pan ? () => view.pan(pan) : keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current?.(event);
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, []);

  return (
    <>
      <ViewerBar picture={picture} place={{ index, count: pictures.length }} bytes={bytes} view={view} />
      <div className="relative flex min-h-0 flex-1">
        <PictureStage
          picture={picture}
          bytes={bytes}
          missing={stored.missing}
          view={view}
          onSwipe={(by) => go(index + by)}
          onClose={onClose}
        />
        {pictures.length > 1 && (
          <>
            <StepButton side="left" label="Previous image" disabled={index === 0} onClick={() => go(index - 1)} />
            <StepButton
              side="right"
              label="Next image"
              disabled={index === pictures.length - 1}
              onClick={() => go(index + 1)}
            />
          </>
        )}
      </div>
      <footer className="flex shrink-0 flex-col items-center gap-1 px-4 pt-2.5 pb-safe text-center">
        <Dialog.Title className="line-clamp-2 max-w-[52rem] text-balance text-[15px] leading-6" title={description}>
          {description}
        </Dialog.Title>
        <p className="text-numeric text-muted-foreground">
          {width} × {height} · {mediaType.replace(/^.*\//, "")} · {formatBytes(size)}
        </p>
      </footer>
    </>
  );
}

function StepButton({
  side,
  label,
  disabled,
  onClick,
}: {
  side: "left" | "right";
  label: string;
  disabled: boolean;
  onClick: () => void;
}) {
  const [Icon, place, keys] =
    side === "left" ? ([ChevronLeft, "left-3", "←"] as const) : ([ChevronRight, "right-3", "→"] as const);
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      data-tooltip-keys={keys}
      // A disabled button would lose the focus.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className={`absolute top-1/2 grid size-10 -translate-y-1/2 place-items-center rounded-full bg-black/45 text-white transition-[background-color,opacity] duration-150 hover:bg-black/70 aria-disabled:opacity-25 pointer-coarse:top-auto pointer-coarse:bottom-2 pointer-coarse:translate-y-0 ${place}`}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
