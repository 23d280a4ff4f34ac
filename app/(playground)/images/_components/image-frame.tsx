"use client";

import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useBlobUrl } from "#components/use-blob-url.ts";

/**
 * Frame of an image: a grid of dots, then previews that get sharper, then the image. Each picture stays under the next
 * one until that is drawn, so that nothing flashes.
 */
export function ImageFrame({
  bytes,
  state,
  size: { width, height },
  alt,
  children,
}: {
  bytes: Blob | undefined;
  state: "pending" | "preview" | "finished";
  size: { width: number; height: number };
  alt: string;
  /** Content laid over the image. */
  children?: ReactNode;
}) {
  const [layers, setLayers] = useState<readonly { key: number; picture: Blob }[]>([]);
  useEffect(() => {
    if (!bytes) return;
    setLayers((before) => {
      const top = before.at(-1);
      // Keep at most two layers: without motion no animation ends, so nothing would remove the lower one.
      return top?.picture === bytes ? before : [...before.slice(-1), { key: (top?.key ?? 0) + 1, picture: bytes }];
    });
  }, [bytes]);
  const dropBelow = (drawn: number) => setLayers((before) => before.filter(({ key }) => key >= drawn));
  const finished = state === "finished";
  return (
    <div
      data-testid={finished ? undefined : "pending-image"}
      data-preview={state === "preview" ? "shown" : undefined}
      className={clsx("relative w-full overflow-hidden rounded-xl border", finished ? "checkerboard" : "bg-card")}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {!finished && <div aria-hidden className="dot-grid absolute inset-0" />}
      {layers.map(({ key, picture }, index) => {
        const top = index === layers.length - 1;
        return (
          <Layer
            key={key}
            picture={picture}
            alt={top ? alt : ""}
            width={width}
            height={height}
            onLoad={finished ? () => dropBelow(key) : undefined}
            onAnimationEnd={() => dropBelow(key)}
            className={clsx(
              "absolute inset-0 size-full object-contain",
              top && state === "preview" && "animate-sharpen",
            )}
          />
        );
      })}
      {children}
      {!finished && (
        <span className="text-numeric absolute right-2.5 bottom-2.5 rounded-full bg-background/85 px-2 py-0.5 text-muted-foreground">
          {width} × {height}
        </span>
      )}
    </div>
  );
}

/** One layer of the frame. Its object URL lives as long as the layer, also after other bytes have replaced it. */
function Layer({ picture, alt, ...attributes }: { picture: Blob; alt: string } & ComponentProps<"img">) {
  const src = useBlobUrl(picture);
  // biome-ignore lint/performance/noImgElement: local bytes; the server has nothing to optimise.
  return src ? <img src={src} alt={alt} decoding="async" {...attributes} /> : null;
}
