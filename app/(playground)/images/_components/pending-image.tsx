"use client";

import { useSyncExternalStore } from "react";
import type { ImageRun, LiveImages } from "#lib/playground/images/image-run.ts";
import { useBlobUrl } from "../../../../components/use-blob-url.ts";

const NOTHING: LiveImages = { previews: [], images: [] };
const silent = () => () => {};

/** The place of an image that is on its way: a grid of dots, then each preview sharper than the one before. */
export function PendingImage({
  run,
  index,
  size: { width, height },
}: {
  run: ImageRun | undefined;
  index: number;
  size: { width: number; height: number };
}) {
  const read = () => run?.live.get() ?? NOTHING;
  const { previews, images } = useSyncExternalStore(run?.live.subscribe ?? silent, read, read);
  const finished = images[index]?.bytes;
  const url = useBlobUrl(finished ?? previews[index]);
  return (
    // The empty line under it is where the facts of the image will stand.
    <div className="pb-10">
      <div
        role="img"
        aria-label={finished ? "Finished image" : url ? "Preview" : "Painting"}
        data-testid="pending-image"
        data-preview={url && !finished ? "shown" : undefined}
        className="relative w-full overflow-hidden rounded-xl border bg-card"
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <div aria-hidden className="dot-grid absolute inset-0" />
        {url && (
          // biome-ignore lint/performance/noImgElement: bytes of this page; there is nothing for a server to optimise.
          <img
            key={url}
            src={url}
            alt=""
            className={`absolute inset-0 size-full object-contain ${finished ? "" : "animate-sharpen"}`}
          />
        )}
        <span className="text-numeric absolute right-2.5 bottom-2.5 rounded-full bg-background/85 px-2 py-0.5 text-muted-foreground">
          {width} × {height}
        </span>
      </div>
    </div>
  );
}
