"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Submission } from "#app/(playground)/videos/_model/videos.ts";
import { Button } from "#components/ui/button.tsx";
import { isUnderWay, type VideoTask } from "#lib/playground/videos/video-task.ts";
import { describeDay, describeTask } from "./describe-task.ts";
import { TaskThumb } from "./task-thumb.tsx";
import { TrackField } from "./track-field.tsx";
import type { StageItem } from "./use-stage-item.ts";
import { useServerNow, useTasks, useVideos, useVideosState } from "./videos-context.tsx";

const THUMB = "h-10 w-14 rounded-lg sm:max-xl:size-14 sm:max-xl:rounded-xl";

/**
 * The gateway's tasks, newest first: a list on wide screens, a column of thumbnails on narrower ones, a row on phones.
 * Hidden while there are none.
 */
export function TaskStrip({ item }: { item: StageItem }) {
  const { tasks, showOlder, loadingOlder } = useTasks();
  const submissions = useVideosState((state) => state.submissions);
  const now = useServerNow(30_000);
  const shown = item.kind === "task" ? item.task.id : item.kind === "submission" ? item.submission.id : undefined;
  if (tasks.length + submissions.length === 0) return null;
  return (
    <nav
      aria-label="Videos"
      className="flex w-[77px] shrink-0 flex-col border-r max-sm:w-full max-sm:border-r-0 max-sm:border-b xl:w-[272px]"
    >
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto overflow-x-hidden p-2.5 [scrollbar-width:none] max-sm:flex-row max-sm:items-center max-sm:gap-2.5 max-sm:overflow-x-auto max-sm:px-3 xl:gap-0.5 xl:p-2">
        {submissions.map((submission) => (
          <SubmissionItem key={submission.id} submission={submission} current={submission.id === shown} />
        ))}
        {tasks.map((task) => (
          <TaskItem key={task.id} task={task} current={task.id === shown} now={now} />
        ))}
        {showOlder && (
          <Button
            size="small"
            variant="ghost"
            disabled={loadingOlder}
            className="text-muted-foreground max-xl:h-auto max-xl:w-14 max-xl:whitespace-normal max-xl:px-1 max-xl:py-2 max-xl:leading-4 xl:mt-1"
            onClick={showOlder}
          >
            Show older
          </Button>
        )}
      </div>
      <div className="shrink-0 border-t p-2 max-xl:hidden">
        <TrackField />
      </div>
    </nav>
  );
}

function TaskItem({ task, current, now }: { task: VideoTask; current: boolean; now: number }) {
  const videos = useVideos();
  const state = describeTask(task, now);
  const live = isUnderWay(task);
  return (
    <Item
      current={current}
      words={task.prompt || task.id}
      state={
        <>
          <span className={clsx(live && "text-accent", task.state === "failed" && "text-destructive")}>{state}</span>
          {` · ${task.seconds} s · ${describeDay(task.createdAt, now)}`}
        </>
      }
      onSelect={() => videos.select(task.id)}
    >
      <TaskThumb task={task} className={THUMB} />
    </Item>
  );
}

/** Row of a request until the gateway has returned its task. */
function SubmissionItem({ submission, current }: { submission: Submission; current: boolean }) {
  const videos = useVideos();
  const { request, state } = submission;
  const words = state === "sending" ? "Sending" : "Not sent";
  return (
    <Item
      current={current}
      words={request.prompt}
      state={<span className={state === "sending" ? "text-accent" : "text-destructive"}>{words}</span>}
      onSelect={() => videos.select(submission.id)}
    >
      <span className={clsx("relative block shrink-0 overflow-hidden border bg-card", THUMB)}>
        {state === "sending" && <span aria-hidden className="dot-grid absolute inset-0" />}
      </span>
    </Item>
  );
}

function Item({
  current,
  words,
  state,
  onSelect,
  children,
}: {
  current: boolean;
  words: string;
  state: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-current={current ? "true" : undefined}
      onClick={onSelect}
      className={clsx(
        "flex shrink-0 items-center gap-2.5 rounded-lg text-left transition-[background-color,opacity,box-shadow] duration-150 [contain-intrinsic-size:56px] [content-visibility:auto] max-sm:[contain-intrinsic-size:56px_40px] sm:max-xl:rounded-xl xl:p-1.5",
        current
          ? "max-xl:ring-2 max-xl:ring-foreground max-xl:ring-offset-2 max-xl:ring-offset-background xl:bg-foreground/[0.05]"
          : "hover:opacity-100 max-xl:opacity-75 xl:hover:bg-foreground/[0.03]",
      )}
    >
      {children}
      <span className="min-w-0 flex-1 max-xl:sr-only">
        <span className="block truncate text-[13px] leading-[18px]">{words}</span>
        <span className="text-numeric block truncate text-muted-foreground">{state}</span>
      </span>
    </button>
  );
}
