"use client";

import { ImageOff, RefreshCw } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import type { ImageJob, JobImage } from "#lib/playground/images/image-job.ts";
import { useImages, useImagesState, useStoredImageUrl } from "./images-context.tsx";

/** Placeholder for an image whose bytes are no longer stored: its thumbnail, the reason, and the available actions. */
export function RemovedImage({ job, image }: { job: ImageJob; image: JobImage }) {
  const images = useImages();
  const busy = useImagesState((state) => Object.keys(state.runs).length > 0);
  const url = useStoredImageUrl(image.thumbnail);
  return (
    <div
      data-testid="removed-image"
      className="relative grid min-h-52 w-full place-items-center overflow-hidden rounded-xl border bg-card"
      style={{ aspectRatio: `${image.width} / ${image.height}` }}
    >
      {url && (
        // biome-ignore lint/performance/noImgElement: local bytes; the server has nothing to optimise.
        <img
          src={url}
          alt=""
          decoding="async"
          className="absolute inset-0 size-full scale-105 object-cover opacity-50 blur-md saturate-75"
        />
      )}
      <div className="relative m-4 flex max-w-80 flex-col items-center gap-1 rounded-2xl bg-background/85 px-5 py-4 text-center backdrop-blur-sm">
        <ImageOff aria-hidden className="mb-1 size-5 text-muted-foreground" />
        <p className="font-medium">Image no longer stored</p>
        <p className="text-balance text-[13px] text-muted-foreground">
          {reason(image)} The prompt and parameters are saved.
        </p>
        <Button
          size="small"
          className="mt-2 pointer-coarse:h-9"
          disabled={busy}
          onClick={() => void images.again(job.id)}
        >
          <RefreshCw aria-hidden /> Generate again
        </Button>
      </div>
    </div>
  );
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });

function reason({ removedAt }: JobImage): string {
  if (removedAt === undefined) return "The browser removed it.";
  return `Removed to free space on ${DAY.format(removedAt)}.`;
}
