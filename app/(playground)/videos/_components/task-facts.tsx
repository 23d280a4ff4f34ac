"use client";

import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { describeTimeLeft } from "#app/(playground)/videos/_model/expiry.ts";
import { RouteNotice } from "#components/conversation/route-notice.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Fact, FactLine } from "#components/ui/fact.tsx";
import { formatDuration } from "#lib/playground/streams/metrics.ts";
import { getOperationName } from "#lib/playground/videos/task-address.ts";
import type { Creation } from "#lib/playground/videos/video-store.ts";
import { isUnderWay, type VideoState, type VideoTask } from "#lib/playground/videos/video-task.ts";
import { STATE_WORDS } from "./describe-task.ts";
import { useTimeLeft } from "./expiry-notice.tsx";
import { useVideos } from "./videos-context.tsx";

/** Facts from the gateway about the task: in the accent colour while it is under way, muted when it has ended. */
export function TaskFacts({ task, state }: { task: VideoTask; state: VideoState }) {
  const { id, model, seconds, width, height, createdAt, completedAt } = task;
  const left = useTimeLeft(task);
  const creation = useCreation(id);
  return (
    <footer className="flex flex-col gap-2">
      <FactLine
        className={clsx("transition-colors duration-500", isUnderWay(task) ? "text-accent" : "text-muted-foreground")}
      >
        <Fact title="Status">{STATE_WORDS[state]}</Fact>
        {completedAt !== undefined && (
          <Fact title="Time from request to completion">took {formatDuration(completedAt - createdAt)}</Fact>
        )}
        <Fact title="Length">{seconds} s</Fact>
        <Fact title="Size">
          {width} × {height}
        </Fact>
        <Fact title="Model">{model}</Fact>
        {creation?.route.upstream && <Fact title="Provider">{creation.route.upstream}</Fact>}
        {state === "completed" && left !== undefined && (
          <Fact title={`Until ${new Date(task.expiresAt ?? 0).toLocaleString("en-GB")}`}>
            expires in {describeTimeLeft(left)}
          </Fact>
        )}
      </FactLine>
      <div className="presentation-hidden -mt-1 flex flex-wrap items-center gap-1">
        <CopyButton words label="Copy video ID" text={() => id} />
        <CopyButton words label="Copy operation name" text={() => getOperationName(id)} />
      </div>
      {creation && <RouteNotice route={creation.route} />}
    </footer>
  );
}

/** Returns the request of a task; undefined until it is read, and for tasks created elsewhere. */
export function useCreation(id: string): Creation | undefined {
  const videos = useVideos();
  const [creation, setCreation] = useState<Creation>();
  useEffect(() => {
    let gone = false;
    void videos.loadCreation(id).then((found) => !gone && setCreation(found));
    return () => {
      gone = true;
    };
  }, [videos, id]);
  return creation;
}
