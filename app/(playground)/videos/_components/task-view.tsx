"use client";

import { FailureCard } from "#components/ui/failure-card.tsx";
import { getStateAt, isUnderWay, typicalTime, type VideoTask } from "#lib/playground/videos/video-task.ts";
import { STATE_WORDS } from "./describe-task.ts";
import { ExpiredVideo, ExpiryNotice } from "./expiry-notice.tsx";
import { RemixSource } from "./remix-source.tsx";
import { StageArticle } from "./stage-article.tsx";
import { TaskActions } from "./task-actions.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { VideoPlayer } from "./video-player.tsx";
import { useServerNow, useTasks, useVideos } from "./videos-context.tsx";
import { WaitingFrame } from "./waiting-frame.tsx";

/** One task: the video or the reason that there is none, and its facts. */
export function TaskView({ task }: { task: VideoTask }) {
  const videos = useVideos();
  const now = useServerNow(task.expiresAt === undefined ? 0 : 5000);
  const state = getStateAt(task, now);
  return (
    <StageArticle
      state={state}
      prompt={task.prompt}
      size={task}
      before={task.remixedFrom && <RemixSource id={task.remixedFrom} />}
      actions={<TaskActions task={task} state={state} />}
    >
      {isUnderWay(task) && <Waiting task={task} />}
      {state === "completed" && (
        <>
          <ExpiryNotice task={task} />
          <VideoPlayer task={task} />
        </>
      )}
      {state === "expired" && <ExpiredVideo task={task} />}
      {state === "failed" && (
        <FailureCard
          failure={task.failure ?? { origin: "task", message: "The task failed without a reason." }}
          setParameters={[]}
          handlers={{
            onRetry: () => void videos.again(task),
            onRemoveParameter: () => {},
            onEdit: () =>
              void videos.takeBackTask(task).then(() => document.querySelector<HTMLElement>("#composer")?.focus()),
          }}
        />
      )}
      <TaskFacts task={task} state={state} />
    </StageArticle>
  );
}

function Waiting({ task }: { task: VideoTask }) {
  const { tasks } = useTasks();
  const elapsed = Math.max(0, useServerNow(1000) - task.createdAt);
  const ahead = tasks.filter((other) => isUnderWay(other) && other.createdAt < task.createdAt).length;
  const typical = typicalTime(task, tasks);
  // The usual duration says little about a task that is still queued.
  const outlook =
    task.state === "pending" && ahead > 0
      ? `${ahead} before it`
      : typical && `usually about ${Math.max(1, Math.round(typical / 1000))} s`;
  return (
    <WaitingFrame
      size={task}
      words={STATE_WORDS[task.state]}
      progress={task.progress}
      detail={
        <>
          {Math.floor(elapsed / 1000)} s{task.progress > 0 && ` · ${task.progress}%`}
          {outlook && ` · ${outlook}`}
        </>
      }
    />
  );
}
