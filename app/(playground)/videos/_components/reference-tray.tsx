"use client";

import { clsx } from "clsx";
import { Crop, X } from "lucide-react";
import { findSizeProblem } from "#app/(playground)/videos/_model/fit-reference.ts";
import { Button } from "#components/ui/button.tsx";
import { expectedSize } from "#lib/playground/videos/video-parameters.ts";
import { readSize } from "#lib/playground/videos/video-task.ts";
import { useStoredImageUrl, useVideos, useVideosState } from "./videos-context.tsx";

/** The first frame. An image of another size than the video's is marked, and can be cropped. */
export function ReferenceTray() {
  const videos = useVideos();
  const { reference, cut, values, model } = useVideosState((state) => state.draft);
  const url = useStoredImageUrl(reference?.sha256);
  if (!reference) return null;
  const size = readSize(expectedSize(values, model));
  const problem = size && findSizeProblem(reference, size);
  const ratio = size ? size.width / size.height : 1;
  return (
    <div className="flex animate-rise items-end gap-3 px-3.5 pt-3.5">
      <div className="group relative shrink-0">
        <div
          className="checkerboard overflow-hidden rounded-xl border"
          style={{ height: 64, width: Math.round(64 * Math.min(ratio, 1.78)) }}
          title={`${reference.name}, ${reference.width} × ${reference.height}`}
        >
          {url && (
            // biome-ignore lint/performance/noImgElement: local bytes; the server has nothing to optimise.
            <img
              src={url}
              alt={reference.name}
              decoding="async"
              className={clsx("size-full", cut && problem ? "object-cover" : "object-contain")}
            />
          )}
        </div>
        <button
          type="button"
          aria-label={`Remove ${reference.name}`}
          onClick={videos.removeReference}
          className="absolute -top-1.5 -right-1.5 grid size-5 place-items-center rounded-full bg-primary text-primary-foreground opacity-0 transition-opacity before:absolute before:-inset-2 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        >
          <X aria-hidden className="size-3" />
        </button>
      </div>
      <div className="min-w-0 pb-0.5 text-[13px]">
        <p className="truncate text-muted-foreground">First frame</p>
        {problem && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className={cut ? "text-muted-foreground" : "text-warning"}>
              {cut ? `Cropped to ${size?.width} × ${size?.height} when sent.` : problem}
            </span>
            <Button
              size="small"
              aria-pressed={cut}
              className={clsx("pointer-coarse:h-9", cut && "border-accent text-accent")}
              onClick={() => videos.changeDraft({ cut: !cut })}
            >
              <Crop aria-hidden /> {cut ? "Send original" : "Crop to fit"}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}
