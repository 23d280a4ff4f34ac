"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { formatBytes } from "#lib/playground/metrics.ts";
import { ImageActions } from "./image-actions.tsx";
import { useStoredImageUrl } from "./images-context.tsx";

const CompareView = dynamic(() => import("./compare-view.tsx").then((module) => module.CompareView));
const EditCheck = dynamic(() => import("./edit-check.tsx").then((module) => module.EditCheck), {
  loading: () => <p className="h-5" />,
});

/** A finished image with what is known of it; an edit can be laid over its source. */
export function ImageCard({ job, index }: { job: ImageJob; index: number }) {
  const image = job.images[index];
  const url = useStoredImageUrl(image?.sha256) ?? image?.address;
  const [comparing, setComparing] = useState(false);
  if (!image) return null;
  const { width, height, mediaType, size, revisedPrompt } = image;
  const [source] = job.request.sources;
  return (
    <figure className="flex flex-col gap-2">
      {comparing ? (
        <CompareView job={job} index={index} />
      ) : (
        <div
          className="checkerboard relative w-full overflow-hidden rounded-xl border"
          style={{ aspectRatio: `${width} / ${height}` }}
        >
          {url && (
            // biome-ignore lint/performance/noImgElement: bytes of this browser; there is nothing for a server to optimise.
            <img
              src={url}
              alt={revisedPrompt ?? job.request.prompt}
              width={width}
              height={height}
              decoding="async"
              className="size-full object-contain"
            />
          )}
        </div>
      )}
      <figcaption className="flex flex-col gap-1.5">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3">
          <span className="text-numeric text-muted-foreground">
            {width} × {height} · {mediaType.replace("image/", "")} · {formatBytes(size)}
          </span>
          <ImageActions
            job={job}
            index={index}
            comparing={comparing}
            onCompare={source && image.sha256 ? setComparing : undefined}
          />
        </div>
        {job.request.mask && <EditCheck job={job} index={index} />}
        {revisedPrompt && revisedPrompt !== job.request.prompt && (
          <details className="group text-[13px] text-muted-foreground leading-5">
            <summary className="line-clamp-1 group-open:line-clamp-none">
              <span className="group-title mr-2">revised prompt</span>
              {revisedPrompt}
            </summary>
          </details>
        )}
      </figcaption>
    </figure>
  );
}
