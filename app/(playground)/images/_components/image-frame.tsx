"use client";

import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { useBlobUrl } from "../../../../components/use-blob-url.ts";

/**
 * The place of an image, from the first moment on: a grid of dots, then each preview sharper than the one before, then
 * the image. What is shown stays under what comes until that is drawn, so that nothing flashes.
 */
export function ImageFrame({
  bytes,
  address,
  state,
  size: { width, height },
  alt,
}: {
  bytes: Blob | undefined;
  /** Of an image whose bytes the page cannot read. */
  address?: string;
  state: "pending" | "preview" | "finished";
  size: { width: number; height: number };
  alt: string;
}) {
  const url = useBlobUrl(bytes) ?? address;
  const [layers, setLayers] = useState<readonly string[]>([]);
  useEffect(() => {
    if (url) setLayers((before) => (before.at(-1) === url ? before : [...before.slice(-1), url]));
  }, [url]);
  const keepTop = () => setLayers((before) => before.slice(-1));
  const finished = state === "finished";
  return (
    <div
      data-testid={finished ? undefined : "pending-image"}
      data-preview={state === "preview" ? "shown" : undefined}
      className={clsx("relative w-full overflow-hidden rounded-xl border", finished ? "checkerboard" : "bg-card")}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {!finished && <div aria-hidden className="dot-grid absolute inset-0" />}
      {layers.map((layer, index) => (
        // biome-ignore lint/performance/noImgElement: bytes of this browser; there is nothing for a server to optimise.
        <img
          key={layer}
          src={layer}
          alt={index === layers.length - 1 ? alt : ""}
          width={width}
          height={height}
          decoding="async"
          onLoad={finished ? keepTop : undefined}
          onAnimationEnd={keepTop}
          className={clsx(
            "absolute inset-0 size-full object-contain",
            state === "preview" && index === layers.length - 1 && "animate-sharpen",
          )}
        />
      ))}
      {!finished && (
        <span className="text-numeric absolute right-2.5 bottom-2.5 rounded-full bg-background/85 px-2 py-0.5 text-muted-foreground">
          {width} × {height}
        </span>
      )}
    </div>
  );
}
