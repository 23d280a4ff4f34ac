"use client";

import { clsx } from "clsx";
import { CircleAlert, ImageOff } from "lucide-react";
import { type ImageJob, isRemoved } from "#lib/playground/images/image-job.ts";
import { useImages, useImagesState, useStoredImageUrl } from "./images-context.tsx";

/**
 * Thumbnails of all jobs, newest first: a column on the left, on phones a row at the top. Hidden while there are none.
 */
export function JobStrip({ masking, onSelect }: { masking: boolean; onSelect: () => void }) {
  const images = useImages();
  const jobs = useImagesState((state) => state.jobs);
  const selected = useImagesState((state) => state.selected);
  if (jobs.length === 0) return null;
  return (
    <nav
      aria-label="Images"
      className={clsx(
        "flex w-[76px] shrink-0 flex-col gap-2 overflow-y-auto overflow-x-hidden border-r p-2.5 [scrollbar-width:none] max-sm:w-full max-sm:flex-row max-sm:overflow-x-auto max-sm:border-r-0 max-sm:border-b",
        // Phones have no room for both the strip and the mask editor.
        masking && "max-sm:hidden",
      )}
    >
      {jobs.map((job) => (
        <StripItem
          key={job.id}
          job={job}
          current={job.id === selected}
          onSelect={() => {
            images.select(job.id);
            onSelect();
          }}
        />
      ))}
    </nav>
  );
}

function StripItem({ job, current, onSelect }: { job: ImageJob; current: boolean; onSelect: () => void }) {
  const [image] = job.images;
  const removed = isRemoved(job);
  const url = useStoredImageUrl(image?.thumbnail ?? image?.sha256);
  return (
    <button
      type="button"
      aria-label={removed ? `${job.request.prompt}, no longer stored` : job.request.prompt}
      aria-current={current ? "true" : undefined}
      data-tooltip={job.request.prompt.length > 60 ? `${job.request.prompt.slice(0, 60)}…` : job.request.prompt}
      data-tooltip-side="right"
      onClick={onSelect}
      className={clsx(
        "checkerboard relative size-14 shrink-0 overflow-hidden rounded-xl border transition-[opacity,box-shadow] duration-150 [contain-intrinsic-size:56px] [content-visibility:auto]",
        current ? "ring-2 ring-foreground ring-offset-2 ring-offset-background" : "opacity-75 hover:opacity-100",
      )}
    >
      {job.state === "running" ? (
        <span aria-hidden className="dot-grid absolute inset-0 bg-card" />
      ) : url ? (
        // biome-ignore lint/performance/noImgElement: local bytes; the server has nothing to optimise.
        <img
          src={url}
          alt=""
          width={56}
          height={56}
          decoding="async"
          className={clsx("size-full object-cover", removed && "opacity-40 grayscale")}
        />
      ) : (
        <span className="grid size-full place-items-center bg-card text-muted-foreground">
          <CircleAlert aria-hidden className="size-4" />
        </span>
      )}
      {removed && <ImageOff aria-hidden className="absolute inset-0 m-auto size-4 text-foreground" />}
      {job.images.length > 1 && (
        <span className="absolute right-1 bottom-1 rounded bg-black/65 px-1 font-mono text-xs text-white leading-4">
          {job.images.length}
        </span>
      )}
    </button>
  );
}
