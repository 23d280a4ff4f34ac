"use client";

import dynamic from "next/dynamic";
import type { CSSProperties } from "react";
import { showParameter } from "#components/parameters/show-parameter.ts";
import { FailureCard } from "#components/ui/failure-card.tsx";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { expectedSize, getImageCount, type ImageJob } from "#lib/playground/images/image-job.ts";
import { ImageCard } from "./image-card.tsx";
import { useImages, useImagesState } from "./images-context.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobFacts } from "./job-facts.tsx";
import { StoredThumb } from "./stored-thumb.tsx";

const UnfinishedNotice = dynamic(() => import("./unfinished-notice.tsx").then((module) => module.UnfinishedNotice));

/** One request and its result: prompt, images and facts. */
export function JobView({ job, onEdit }: { job: ImageJob; onEdit: () => void }) {
  const images = useImages();
  const run = useImagesState((state) => state.runs[job.id]);
  const { request, failure } = job;
  const running = job.state === "running";
  const count = running ? getImageCount(request) : job.images.length;
  const box = job.images[0] ?? expectedSize(request);
  // A single image is as large as the stage above the fields allows, with its facts in sight; several share the width.
  const single = `max(min(var(--least), 100%), ${box.width / box.height} * max(14rem, 100cqh - var(--around)))`;
  const width = ["44rem", single][count] ?? "72rem";
  // On a phone the prompt and the actions keep the whole width, and only the picture is smaller.
  const pictureWidth = { "--picture": count === 1 ? single : "100%" } as CSSProperties;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain [container-type:size]">
      <article
        aria-label="Image"
        data-state={job.state}
        className="mx-auto box-content flex animate-settle [--around:10rem] [--least:30rem] max-sm:[--around:13.25rem] max-sm:[--least:14rem] max-w-[calc(100%-2.5rem)] flex-col gap-3 px-5 pt-4 pb-6 max-sm:w-full! max-sm:max-w-[calc(100%-1.5rem)] max-sm:px-3"
        style={{ width, ...pictureWidth }}
      >
        <header className="flex min-h-8 flex-wrap items-start gap-x-4 gap-y-2">
          <InputImageThumbs sources={request.sources} masked={request.mask !== undefined} />
          <h2 className="line-clamp-3 min-w-0 flex-1 basis-48 pt-1 text-[15px] leading-6" title={request.prompt}>
            {request.prompt}
          </h2>
          <JobActions job={job} />
        </header>
        {count > 0 && (
          <ul
            aria-label="Results"
            className={
              count === 1 ? "grid grid-cols-1" : "grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-4"
            }
          >
            {Array.from({ length: count }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an image is identified by its index.
              <li key={index}>
                <ImageCard
                  job={job}
                  index={index}
                  run={run}
                  expected={box}
                  facts={count === 1 && <JobFacts job={job} run={run} />}
                  onEdit={onEdit}
                />
              </li>
            ))}
          </ul>
        )}
        {count === 0 && !failure && <UnfinishedNotice job={job} />}
        {failure && (
          <FailureCard
            failure={failure}
            setParameters={Object.keys(request.values)}
            request={request}
            handlers={{
              onRetry: () => void images.again(job.id),
              onRemoveParameter: (name) => void images.againWithout(job.id, name),
              onEdit: () => {
                images.remix(job.id);
                document.querySelector<HTMLElement>("#composer")?.focus();
              },
              onShowParameter: (name) => showParameter({ name }),
            }}
          />
        )}
        {count !== 1 && (
          <footer className="flex flex-wrap items-center">
            <JobFacts job={job} run={run} />
          </footer>
        )}
      </article>
    </div>
  );
}

/** Small thumbnails of the input images of an edit. */
function InputImageThumbs({ sources, masked }: { sources: readonly Attachment[]; masked: boolean }) {
  if (sources.length === 0) return null;
  return (
    <ul aria-label={masked ? "Input images, with a mask" : "Input images"} className="flex gap-1">
      {sources.map((source) => (
        <li key={source.sha256}>
          <StoredThumb source={source} title={source.name} className="size-8 rounded-lg" />
        </li>
      ))}
    </ul>
  );
}
