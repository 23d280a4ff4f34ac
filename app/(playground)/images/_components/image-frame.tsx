"use client";

import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useBlobUrl } from "#components/use-blob-url.ts";

/**
 * The place of an image, from the first moment on: a grid of dots, then each preview sharper than the one before, then
 * the image. What is shown stays under what comes until that is drawn, so that nothing flashes.
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
  /** Lies over the image. */
  children?: ReactNode;
}) {
  const [layers, setLayers] = useState<readonly { key: number; picture: Blob }[]>([]);
  useEffect(() => {
    if (!bytes) return;
    setLayers((before) => {
      const top = before.at(-1);
      // Two at most: where nothing moves, no animation ends that would drop the lower one.
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

/** Its address is good for as long as it is shown, also when other bytes have taken its place meanwhile. */
function Layer({ picture, alt, ...attributes }: { picture: Blob; alt: string } & ComponentProps<"img">) {
  const src = useBlobUrl(picture);
  // biome-ignore lint/performance/noImgElement: bytes of this browser; there is nothing for a server to optimise.
  return src ? <img src={src} alt={alt} decoding="async" {...attributes} /> : null;
}
