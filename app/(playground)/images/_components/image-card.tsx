"use client";

import { TriangleAlert } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { ImageRun, LiveImages } from "#app/(playground)/images/_model/image-run.ts";
import type { Unsaved } from "#app/(playground)/images/_model/picture-store.ts";
import { ViewPictureButton } from "#components/picture-viewer/view-picture-button.tsx";
import { RemoteImage } from "#components/remote-image/remote-image.tsx";
import { useStored } from "#components/use-stored-blob.ts";
import type { ImageJob, JobImage } from "#lib/playground/images/image-job.ts";
import { remoteImage } from "#lib/playground/markdown/safe-url.ts";
import { ImageActions } from "./image-actions.tsx";
import { ImageFrame } from "./image-frame.tsx";
import { pictureId } from "./image-gallery.tsx";
import { useImages, useImagesState } from "./images-context.tsx";
import { RemovedImage } from "./removed-image.tsx";

const CompareView = dynamic(() => import("./compare-view.tsx").then((module) => module.CompareView));
const EditCheck = dynamic(() => import("./edit-check.tsx").then((module) => module.EditCheck), {
  loading: () => <p className="h-5" />,
});

/** An image, running or finished, with its facts. An edit can be compared with its source. */
export function ImageCard({
  job,
  index,
  run,
  expected,
  facts,
  onEdit,
}: {
  job: ImageJob;
  index: number;
  run: ImageRun | undefined;
  /** Size of the placeholder until the image's own size is known. */
  expected: { width: number; height: number };
  /** Facts of the request, beside the actions of its only image. */
  facts: ReactNode;
  onEdit: () => void;
}) {
  const image = job.images[index];
  const { bytes: stored, missing } = useStored(image?.sha256, useImages().loadBlob);
  const live = useLiveImage(run, index);
  const [comparing, setComparing] = useState(false);
  const state = image || (live.bytes && !live.preview) ? "finished" : live.bytes ? "preview" : "pending";
  const removed = !stored && !live.bytes && (missing || image?.removedAt !== undefined);
  // The page could not read the bytes: they are at the upstream, on another site.
  const remote = stored || live.bytes ? undefined : remoteImage(image?.address);
  const words = { pending: "Generating", preview: "Preview", finished: image?.revisedPrompt ?? job.request.prompt };
  return (
    <figure className="flex flex-col gap-2">
      {comparing ? (
        <CompareView job={job} index={index} />
      ) : removed && image ? (
        <RemovedImage job={job} image={image} />
      ) : remote ? (
        <RemoteImage src={remote} alt={words.finished} />
      ) : (
        <div className="mx-auto w-full max-sm:max-w-(--picture)">
          <ImageFrame bytes={stored ?? live.bytes} state={state} size={image ?? expected} alt={words[state]}>
            {image?.sha256 && <ViewPictureButton id={pictureId(job, index)} description={words.finished} />}
          </ImageFrame>
        </div>
      )}
      {image ? (
        <Caption
          job={job}
          image={image}
          index={index}
          facts={facts}
          removed={removed}
          comparing={comparing}
          onCompare={setComparing}
          onEdit={onEdit}
        />
      ) : (
        // As high as the line of facts that replaces it.
        <div className="flex min-h-8 items-center">{facts}</div>
      )}
    </figure>
  );
}

function Caption({
  job,
  image,
  index,
  facts,
  removed,
  comparing,
  onCompare,
  onEdit,
}: {
  job: ImageJob;
  image: JobImage;
  index: number;
  facts: ReactNode;
  removed: boolean;
  comparing: boolean;
  onCompare: (comparing: boolean) => void;
  onEdit: () => void;
}) {
  const { sha256, revisedPrompt } = image;
  const unsaved = useImagesState((state) => (sha256 ? state.unsaved[sha256] : undefined));
  const comparable = job.request.sources.length > 0 && sha256 !== undefined;
  return (
    <figcaption className="flex flex-col gap-1.5">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3">
        {facts}
        {!removed && (
          <ImageActions
            job={job}
            index={index}
            comparing={comparing}
            onCompare={comparable ? onCompare : undefined}
            onEdit={onEdit}
          />
        )}
      </div>
      {unsaved && <UnsavedNotice why={unsaved} />}
      {job.request.mask && !removed && <EditCheck job={job} index={index} />}
      {revisedPrompt && revisedPrompt !== job.request.prompt && (
        <details className="group text-[13px] text-muted-foreground leading-5">
          <summary className="line-clamp-1 group-open:line-clamp-none">
            <span className="group-title mr-2">revised prompt</span>
            {revisedPrompt}
          </summary>
        </details>
      )}
    </figcaption>
  );
}

const WORDS: Record<Unsaved, string> = {
  full: "Not saved: this browser’s storage is full. Download the image or delete old ones.",
  refused: "Not saved: this browser blocks storage for this page. Download what you want to keep.",
};

/** Warns about an image that is lost when the page closes, with the reason and what to do. */
function UnsavedNotice({ why }: { why: Unsaved }) {
  return (
    <p role="status" className="flex items-start gap-1.5 text-[13px] text-warning leading-5">
      <TriangleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
      {WORDS[why]}
    </p>
  );
}

const NOTHING: LiveImages = { previews: [], images: [] };
const silent = () => () => {};

/** Returns the newest preview or the final image at an index; nothing once its request has ended. */
function useLiveImage(run: ImageRun | undefined, index: number): { bytes?: Blob; preview: boolean } {
  const read = () => run?.live.get() ?? NOTHING;
  const { previews, images } = useSyncExternalStore(run?.live.subscribe ?? silent, read, read);
  const finished = images[index]?.bytes;
  return { bytes: finished ?? previews[index], preview: finished === undefined };
}
