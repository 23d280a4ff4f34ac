"use client";

import { ImageOff, Pin } from "lucide-react";
import { PromptList } from "#components/shell/prompt-list.tsx";
import { isRemoved } from "#lib/playground/images/image-job.ts";
import { formatBytes } from "#lib/playground/streams/metrics.ts";
import { useImages, useImagesState } from "./images-context.tsx";

/** Prompts grouped by time, newest first, in the open rail and in the menu on phones. */
export function JobList() {
  const images = useImages();
  const jobs = useImagesState((state) => state.jobs);
  const selected = useImagesState((state) => state.selected);
  if (jobs.length === 0) return <p className="px-2.5 py-1 text-muted-foreground text-xs">Your images appear here.</p>;
  return (
    <>
      <PromptList
        title="Images"
        items={jobs}
        selected={selected}
        onSelect={images.select}
        getWords={({ request }) => request.prompt}
        marksOf={(job) => (
          <>
            {job.pinned && <Pin aria-label="pinned" className="ml-1.5 size-3 shrink-0" />}
            {isRemoved(job) && <ImageOff aria-label="image no longer stored" className="ml-1.5 size-3.5 shrink-0" />}
          </>
        )}
      />
      <StorageLine />
    </>
  );
}

/** Storage used by the images, and its limit. */
function StorageLine() {
  const storage = useImagesState((state) => state.storage);
  if (!storage || storage.count === 0) return null;
  const { count, bytes, limit } = storage;
  return (
    <p className="px-2.5 pt-3 text-muted-foreground text-xs leading-4">
      {count === 1 ? "1 image" : `${count} images`}, {formatBytes(bytes)} of {formatBytes(limit)} in this browser. When
      space runs out, the oldest unpinned images are removed.
    </p>
  );
}
