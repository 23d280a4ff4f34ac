"use client";

import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { StageEnd } from "#components/stage/empty-stage.tsx";
import { useHiddenUntilReady } from "#components/stage/use-hidden-until-ready.ts";
import type { UnavailableUpstream } from "#lib/playground/models/models.ts";
import { EmptyStage, Presets } from "./empty-stage.tsx";
import { ImageComposer } from "./image-composer.tsx";
import { useImagesState, useSelectedJob } from "./images-context.tsx";
import { JobStrip } from "./job-strip.tsx";
import { JobView } from "./job-view.tsx";

const NoModels = dynamic(() => import("#components/stage/no-models.tsx").then((module) => module.NoModels));
const MaskStage = dynamic(() => import("./mask-stage.tsx").then((module) => module.MaskStage), {
  // Takes the space above the fields, as the editor does.
  loading: () => <div className="m-4 min-h-0 flex-1 animate-pulse rounded-2xl bg-foreground/[0.04]" />,
});

/**
 * Jobs on the left, the selected one in the middle, the fields below. The fields keep their place in the tree, so that
 * their text and the focus survive the first image.
 */
export function ImagesStage({
  problem,
  missing,
  maskOpen,
  onMask,
  onShowParameter,
}: {
  /** Reason that the gateway cannot be reached. */
  problem?: string;
  /** Upstreams that are not ready; set when no model makes images. */
  missing?: readonly UnavailableUpstream[];
  maskOpen: boolean;
  onMask: (open: boolean) => void;
  onShowParameter: (name: string) => void;
}) {
  const ready = useImagesState((state) => state.ready);
  const job = useSelectedJob();
  const source = useImagesState((state) => state.draft.sources[0]);
  const masking = maskOpen && source !== undefined;
  const empty = !job && !masking;
  const nothingKept = useImagesState((state) => state.jobs.length === 0);
  const hidden = useHiddenUntilReady("images", { ready, empty: nothingKept });
  return (
    <div className="flex min-h-0 flex-1 max-sm:flex-col">
      <JobStrip masking={masking} onSelect={() => onMask(false)} />
      <div className={clsx("flex min-h-0 min-w-0 flex-1 flex-col", empty && "empty-stage stage-glow overflow-y-auto")}>
        {masking ? (
          <MaskStage source={source} onClose={() => onMask(false)} />
        ) : job ? (
          <JobView key={job.id} job={job} onEdit={() => onMask(true)} />
        ) : (
          <EmptyStage hidden={hidden} problem={problem} mute={missing !== undefined} />
        )}
        <div className={clsx("mx-auto w-full max-w-[47rem] shrink-0 px-3", !empty && "pb-safe", !ready && "invisible")}>
          <ImageComposer masking={masking} onMask={onMask} onShowParameter={onShowParameter} />
        </div>
        {empty && (
          <>
            {missing ? <NoModels medium="images" unavailable={missing} /> : <Presets hidden={hidden} />}
            <StageEnd />
          </>
        )}
      </div>
    </div>
  );
}
