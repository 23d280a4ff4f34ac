"use client";

import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { StageEnd } from "#components/stage/empty-stage.tsx";
import { useHiddenUntilReady } from "#components/stage/use-hidden-until-ready.ts";
import type { UnavailableUpstream } from "#lib/playground/models/models.ts";
import { EmptyStage, Presets } from "./empty-stage.tsx";
import { SubmissionView } from "./submission-view.tsx";
import { TaskStrip } from "./task-strip.tsx";
import { TaskView } from "./task-view.tsx";
import { type StageItem, useAddress, useStageItem } from "./use-stage-item.ts";
import { VideoComposer } from "./video-composer.tsx";
import { useTasks } from "./videos-context.tsx";

const MissingTask = dynamic(() => import("./missing-task.tsx").then((module) => module.MissingTask));
const NoModels = dynamic(() => import("#components/stage/no-models.tsx").then((module) => module.NoModels));

/**
 * Tasks on the left, the selected one in the middle, the fields below. The fields keep their place in the tree, so that
 * their text and the focus survive the first video.
 */
export function VideosStage({
  problem,
  missing,
}: {
  /** Reason that the gateway cannot be reached. */
  problem?: string;
  /** Upstreams that are not ready; set when no model makes videos. */
  missing?: readonly UnavailableUpstream[];
}) {
  const item = useStageItem();
  const tasks = useTasks();
  useAddress(item);
  const empty = item.kind === "empty" || item.kind === "loading";
  const ready = item.kind !== "loading" || problem !== undefined;
  const hidden = useHiddenUntilReady("videos", { ready, empty: tasks.tasks.length === 0 });
  return (
    <div className="flex min-h-0 flex-1 max-sm:flex-col">
      <TaskStrip item={item} />
      <div className={clsx("flex min-h-0 min-w-0 flex-1 flex-col", empty && "empty-stage stage-glow overflow-y-auto")}>
        {empty ? (
          <EmptyStage hidden={hidden} problem={problem ?? tasks.problem} mute={missing !== undefined} />
        ) : (
          <Shown item={item} />
        )}
        <div className={clsx("mx-auto w-full max-w-[47rem] shrink-0 px-3", !empty && "pb-safe", !ready && "invisible")}>
          <VideoComposer />
        </div>
        {empty && (
          <>
            {missing ? <NoModels medium="videos" unavailable={missing} /> : <Presets hidden={hidden} />}
            <StageEnd />
          </>
        )}
      </div>
    </div>
  );
}

function Shown({ item }: { item: StageItem }) {
  switch (item.kind) {
    case "submission":
      return <SubmissionView key={item.submission.id} submission={item.submission} />;
    case "task":
      return <TaskView key={item.task.id} task={item.task} />;
    case "missing":
      return <MissingTask key={item.id} item={item} />;
    case "empty":
    case "loading":
      return null;
    default:
      return item satisfies never;
  }
}
