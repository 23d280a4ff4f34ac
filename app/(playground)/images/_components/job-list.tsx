"use client";

import { clsx } from "clsx";
import { ImageOff, Pin } from "lucide-react";
import { isRemoved } from "#lib/playground/images/image-job.ts";
import { formatBytes } from "#lib/playground/metrics.ts";
import { useImages, useImagesState } from "./images-context.tsx";

/** Prompts by time, newest first, in the open rail and in the menu of a phone. */
export function JobList() {
  const images = useImages();
  const jobs = useImagesState((state) => state.jobs);
  const selected = useImagesState((state) => state.selected);
  if (jobs.length === 0) return <p className="px-2.5 py-1 text-muted-foreground text-xs">Pictures are kept here.</p>;
  return (
    <section>
      <h2 className="group-title px-2.5 pb-1">Pictures</h2>
      <ul className="flex flex-col gap-px">
        {jobs.map((job) => (
          <li key={job.id}>
            <button
              type="button"
              data-session={job.id}
              aria-current={job.id === selected ? "true" : undefined}
              onClick={() => images.select(job.id)}
              className={clsx(
                "flex h-8 w-full items-center rounded-lg px-2.5 text-left transition-colors duration-150 pointer-coarse:h-10",
                job.id === selected
                  ? "bg-foreground/[0.07]"
                  : "text-muted-foreground hover:bg-foreground/[0.05] hover:text-foreground",
              )}
            >
              <span className="min-w-0 flex-1 truncate">{job.request.prompt}</span>
              {job.pinned && <Pin aria-label="pinned" className="ml-1.5 size-3 shrink-0" />}
              {isRemoved(job) && (
                <ImageOff aria-label="picture no longer stored" className="ml-1.5 size-3.5 shrink-0" />
              )}
            </button>
          </li>
        ))}
      </ul>
      <StorageLine />
    </section>
  );
}

/** What the pictures take of the room that they have. */
function StorageLine() {
  const storage = useImagesState((state) => state.storage);
  if (!storage || storage.count === 0) return null;
  const { count, bytes, limit } = storage;
  return (
    <p className="px-2.5 pt-3 text-muted-foreground text-xs leading-4">
      {count === 1 ? "1 picture" : `${count} pictures`}, {formatBytes(bytes)} of {formatBytes(limit)} in this browser.
      What was unused longest makes room first; pinned pictures stay.
    </p>
  );
}
