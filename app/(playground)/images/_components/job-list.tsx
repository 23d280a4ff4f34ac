"use client";

import { clsx } from "clsx";
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
              <span className="truncate">{job.request.prompt}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
