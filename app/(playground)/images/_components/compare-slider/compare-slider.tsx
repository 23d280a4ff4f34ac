"use client";

import { clsx } from "clsx";
import { MoveHorizontal } from "lucide-react";
import { type CSSProperties, useEffect, useState } from "react";
import { exportOutline } from "#app/(playground)/images/_model/mask/worker/ask-mask-worker.ts";
import { useBlobUrl } from "#components/use-blob-url.ts";
import type { MaskState } from "#lib/playground/images/mask-state.ts";

export type CompareSliderProps = {
  before: Blob;
  after: Blob;
  /** Size of the result in pixels, so that the box has its shape before anything is decoded. */
  width: number;
  height: number;
  /** Mask of the edit; its outline can be shown over both images. */
  mask?: MaskState;
  className?: string;
};

/** Source and result in one box, with a divider that follows the pointer, a finger or the arrow keys. */
export function CompareSlider({ before, after, width, height, mask, className }: CompareSliderProps) {
  const [position, setPosition] = useState(50);
  const [outlined, setOutlined] = useState(false);
  const outline = useBlobUrl(useOutline(outlined ? mask : undefined));

  return (
    <div className={clsx("flex flex-col gap-2", className)}>
      <div
        style={{ "--position": `${position}%`, aspectRatio: `${width} / ${height}` } as CSSProperties}
        className="checkerboard relative w-full select-none overflow-hidden rounded-xl border"
      >
        <Side bytes={after} alt="After" />
        <Side bytes={before} alt="Before" className="[clip-path:inset(0_calc(100%-var(--position))_0_0)]" />
        {outline && (
          // biome-ignore lint/performance/noImgElement: a local blob; the server has nothing to optimise.
          <img src={outline} alt="Outline of the mask" draggable={false} className="absolute inset-0 size-full" />
        )}
        {/* The slider covers the whole picture, so that the browser handles pointer, touch and keys. */}
        <input
          type="range"
          min={0}
          max={100}
          step="any"
          value={position}
          aria-label="How much of the original is shown"
          aria-valuetext={`${Math.round(position)} percent before, ${100 - Math.round(position)} percent after`}
          onChange={(event) => setPosition(Number(event.target.value))}
          onDoubleClick={() => setPosition(50)}
          className="compare-range peer absolute inset-0 z-10 size-full cursor-ew-resize touch-pan-y opacity-0"
        />
        <Divider />
        <Label className="left-2" shown={position > 12}>
          Before
        </Label>
        <Label className="right-2" shown={position < 88}>
          After
        </Label>
      </div>
      {mask && (
        <label className="inline-flex items-center gap-2 self-start text-[13px] text-muted-foreground">
          <input
            type="checkbox"
            checked={outlined}
            onChange={(event) => setOutlined(event.target.checked)}
            className="size-4 accent-current"
          />
          Outline of the mask
        </label>
      )}
    </div>
  );
}

function Side({ bytes, alt, className }: { bytes: Blob; alt: string; className?: string }) {
  const url = useBlobUrl(bytes);
  if (!url) return null;
  return (
    // biome-ignore lint/performance/noImgElement: a local blob; the server has nothing to optimise.
    <img
      src={url}
      alt={alt}
      draggable={false}
      decoding="async"
      className={clsx("absolute inset-0 size-full object-contain", className)}
    />
  );
}

function Divider() {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 left-(--position) w-0 rounded-full peer-focus-visible:[&>span]:ring-2 peer-focus-visible:[&>span]:ring-ring peer-focus-visible:[&>span]:ring-offset-2"
    >
      <div className="absolute inset-y-0 -left-px w-0.5 bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.25)]" />
      <span className="absolute top-1/2 -left-4 flex size-8 -translate-y-1/2 items-center justify-center rounded-full bg-white text-black shadow-float">
        <MoveHorizontal className="size-4" />
      </span>
    </div>
  );
}

function Label({ children, className, shown }: { children: string; className: string; shown: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx(
        "pointer-events-none absolute bottom-2 rounded-md bg-black/60 px-2 py-0.5 text-white text-xs transition-opacity duration-150",
        className,
        shown ? "opacity-100" : "opacity-0",
      )}
    >
      {children}
    </span>
  );
}

/** Returns the mask's outline, drawn in a worker on demand. */
function useOutline(mask: MaskState | undefined): Blob | undefined {
  const [drawn, setDrawn] = useState<{ mask: MaskState; image: Blob }>();
  useEffect(() => {
    if (!mask) return;
    let gone = false;
    exportOutline(mask)
      .then((image) => {
        if (!gone) setDrawn({ mask, image });
      })
      // The comparison works without an outline.
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [mask]);
  return drawn && drawn.mask === mask ? drawn.image : undefined;
}
