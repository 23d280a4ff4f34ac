"use client";

import { clsx } from "clsx";
import { ImageOff } from "lucide-react";
import { useBlobUrl } from "#components/use-blob-url.ts";
import { useStored } from "#components/use-stored-blob.ts";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { useImages } from "./images-context.tsx";

/** A small square thumbnail of an input image, or an icon when its bytes are no longer stored. */
export function StoredThumb({
  source: { sha256, name },
  title,
  className,
}: {
  source: Attachment;
  title: string;
  /** Classes for size and corners. */
  className: string;
}) {
  const { bytes, missing } = useStored(sha256, useImages().loadBlob);
  const url = useBlobUrl(bytes);
  const words = missing ? `${title}, no longer stored` : title;
  return (
    <div className={clsx("checkerboard grid place-items-center overflow-hidden border", className)} title={words}>
      {missing && <ImageOff role="img" aria-label={words} className="size-3.5 text-muted-foreground" />}
      {url && (
        // biome-ignore lint/performance/noImgElement: local bytes; the server has nothing to optimise.
        <img src={url} alt={name} decoding="async" className="size-full object-cover" />
      )}
    </div>
  );
}
