"use client";

import { clsx } from "clsx";
import { CircleAlert, Film, Hourglass } from "lucide-react";
import { useState } from "react";
import { contentPath } from "#lib/playground/videos/task-address.ts";
import { getStateAt, isUnderWay, type VideoTask } from "#lib/playground/videos/video-task.ts";
import { useVideoApi } from "./videos-context.tsx";

/** Thumbnail of a task: the video's own, or an icon of its state. */
export function TaskThumb({ task, className }: { task: VideoTask; className: string }) {
  const api = useVideoApi();
  const [broken, setBroken] = useState(false);
  const state = getStateAt(task, api.now());
  const Icon = state === "failed" ? CircleAlert : state === "expired" ? Hourglass : Film;
  return (
    <span className={clsx("relative block shrink-0 overflow-hidden border bg-card", className)}>
      {isUnderWay(task) ? (
        <>
          <span aria-hidden className="dot-grid absolute inset-0" />
          {task.progress > 0 && (
            <span
              aria-hidden
              className="absolute inset-x-0 bottom-0 h-[3px] origin-left bg-accent transition-transform duration-700"
              style={{ transform: `scaleX(${task.progress / 100})` }}
            />
          )}
        </>
      ) : state === "completed" && !broken ? (
        // biome-ignore lint/performance/noImgElement: the gateway's own route; the server has nothing to optimise.
        <img
          src={contentPath(task.id, "thumbnail")}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <span className="grid size-full place-items-center text-muted-foreground">
          <Icon aria-hidden className="size-4" />
        </span>
      )}
    </span>
  );
}
