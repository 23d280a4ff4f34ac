"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Submission } from "#app/(playground)/videos/_model/videos.ts";
import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import { RequestFailed } from "#lib/playground/gateway/gateway-request.ts";
import { isUnderWay, type VideoTask } from "#lib/playground/videos/video-task.ts";
import { taskKey } from "./video-queries.ts";
import { useTasks, useVideoApi, useVideosState } from "./videos-context.tsx";

export type StageItem =
  | { kind: "loading" }
  | { kind: "empty" }
  | { kind: "submission"; submission: Submission }
  | { kind: "task"; task: VideoTask }
  /** A task requested by its ID that does not exist; `known` when it was listed before. */
  | { kind: "missing"; id: string; known?: VideoTask; failure: GatewayFailure };

/** Milliseconds between reads of a task that is not in the loaded part of the list. */
const RECHECK_INTERVAL = 2500;

/** Returns the item on the stage: the selected one, else the newest. */
export function useStageItem(): StageItem {
  const api = useVideoApi();
  const { tasks, seen, loading, problem } = useTasks();
  const { selected, submissions, ready } = useVideosState((state) => state);
  const submission = selected === undefined ? submissions[0] : submissions.find(({ id }) => id === selected);
  const listed = selected === undefined ? tasks[0] : tasks.find(({ id }) => id === selected);
  const wanted = typeof selected === "string" && !submission && !listed && !loading ? selected : undefined;
  const single = useQuery({
    queryKey: taskKey(wanted ?? ""),
    queryFn: ({ signal }) => api.get(wanted ?? "", signal),
    enabled: wanted !== undefined,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? RECHECK_INTERVAL : false),
  });
  if (!ready) return { kind: "loading" };
  if (selected === null) return { kind: "empty" };
  if (submission) return { kind: "submission", submission };
  if (listed) return { kind: "task", task: listed };
  if (wanted !== undefined) {
    const { data, error } = single;
    if (error instanceof RequestFailed) {
      return { kind: "missing", id: wanted, known: data ?? seen.get(wanted), failure: error.failure };
    }
    return data ? { kind: "task", task: data } : { kind: "loading" };
  }
  return loading && !problem ? { kind: "loading" } : { kind: "empty" };
}

/** Writes the selected task into the page's address, for reloads and for sharing. */
export function useAddress(item: StageItem): void {
  const id = item.kind === "task" ? item.task.id : item.kind === "missing" ? item.id : undefined;
  const settled = item.kind !== "loading";
  useEffect(() => {
    if (!settled) return;
    const url = new URL(location.href);
    if (id === undefined) url.searchParams.delete("video");
    else url.searchParams.set("video", id);
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }, [id, settled]);
}
