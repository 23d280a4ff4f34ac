"use client";

import { RemoteImageFrame, type Size } from "./remote-image-frame.tsx";
import { SiteLink } from "./site-link.tsx";

/** Maximum height in pixels; a taller image is scaled down. */
const TALLEST = 480;

/** An external image that the reader has loaded, with a link to its site. */
export function LoadedImage({
  src,
  alt,
  size,
  onOutcome,
}: {
  src: string;
  alt: string;
  /** Undefined while the image is loading. */
  size: Size | undefined;
  onOutcome: (outcome: Size | "failed") => void;
}) {
  const { width, height } = size ?? { width: 320, height: 96 };
  return (
    <span
      className="my-1 flex flex-col gap-1"
      style={{ width: `min(100%, ${width}px, ${Math.round((TALLEST * width) / height)}px)` }}
    >
      <span
        className="relative block w-full overflow-hidden rounded-lg"
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {!size && <span aria-hidden className="dot-grid absolute inset-0 rounded-lg border bg-card" />}
        <RemoteImageFrame src={src} alt={alt} onOutcome={onOutcome} />
      </span>
      <SiteLink src={src} note={size ? undefined : "loading…"} />
    </span>
  );
}
