"use client";

import { type CSSProperties, useState } from "react";
import { countOf, expectedSize, type ImageJob } from "#lib/playground/images/image-job.ts";
import { FailureCard } from "../../../../components/ui/failure-card.tsx";
import { ImageCard } from "./image-card.tsx";
import { useImages, useImagesState } from "./images-context.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobWire } from "./job-wire.tsx";
import { PendingImage } from "./pending-image.tsx";

/** One request and what came of it: the prompt, the pictures, the facts, and the wire on demand. */
export function JobView({ job }: { job: ImageJob }) {
  const images = useImages();
  const run = useImagesState((state) => state.runs[job.id]);
  const [wire, setWire] = useState(false);
  const { request, failure } = job;
  const running = job.state === "running";
  const count = running ? countOf(request) : job.images.length;
  const box = job.images[0] ?? expectedSize(request);
  // One picture is as large as the stage lets it be; several share the width.
  const single = { "--ratio": box.width / box.height, maxWidth: `calc(${box.width / box.height} * 62dvh)` };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <article
        aria-label="Picture"
        data-state={job.state}
        className="mx-auto flex w-full max-w-[72rem] flex-col gap-4 px-5 pt-5 pb-6 max-sm:px-3"
      >
        <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <h2 className="line-clamp-3 min-w-0 flex-1 basis-64 text-[15px] leading-6" title={request.prompt}>
            {request.prompt}
          </h2>
          <JobActions job={job} wire={wire} onWire={setWire} />
        </header>
        {count > 0 && (
          <ul
            aria-label="Results"
            className={
              count === 1
                ? "mx-auto grid w-full grid-cols-1"
                : "grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-4"
            }
            style={count === 1 ? (single as CSSProperties) : undefined}
          >
            {Array.from({ length: count }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an image is known by its place, from its first preview on.
              <li key={index}>
                {running ? <PendingImage run={run} index={index} size={box} /> : <ImageCard job={job} index={index} />}
              </li>
            ))}
          </ul>
        )}
        {failure && (
          <FailureCard
            failure={failure}
            setParameters={Object.keys(request.values)}
            handlers={{
              onRetry: () => void images.again(job.id),
              onRemoveParameter: (name) => void images.againWithout(job.id, name),
              onEdit: () => {
                images.remix(job.id);
                document.querySelector<HTMLElement>("#composer")?.focus();
              },
            }}
          />
        )}
        <JobFacts job={job} run={run} />
        {wire && !running && <JobWire jobId={job.id} />}
      </article>
    </div>
  );
}
