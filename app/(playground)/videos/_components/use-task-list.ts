"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { createPollPace } from "#app/(playground)/videos/_model/poll-pace.ts";
import type { VideoApi } from "#app/(playground)/videos/_model/video-api.ts";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";
import { LIST_KEY, watchOtherTabs } from "./video-queries.ts";

export type Tasks = {
  /** Loaded tasks, newest first. */
  tasks: readonly VideoTask[];
  /** All tasks seen since the page was loaded, including those deleted elsewhere since. */
  seen: ReadonlyMap<string, VideoTask>;
  loading: boolean;
  /** Reason that the list could not be read. */
  problem?: string;
  /** Loads the next page; absent when all tasks are loaded. */
  showOlder?: () => void;
  loadingOlder: boolean;
};

/**
 * Queries the gateway's list of tasks. Polls while a task is under way: soon after a change, then less and less often;
 * not in a hidden tab, and at once when the tab is shown again.
 */
export function useTaskList(api: VideoApi, enabled: boolean): Tasks {
  const client = useQueryClient();
  const [pace] = useState(createPollPace);
  const seen = useRef(new Map<string, VideoTask>());
  const query = useInfiniteQuery({
    queryKey: LIST_KEY,
    queryFn: ({ pageParam, signal }) => api.list({ after: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after,
    enabled,
    staleTime: 0,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) =>
      pace({
        mark: state.dataUpdatedAt + state.errorUpdatedAt,
        tasks: state.data?.pages.flatMap(({ tasks }) => tasks) ?? [],
        pollAfter: state.data?.pages[0]?.pollAfter,
      }),
  });
  useEffect(() => watchOtherTabs(() => void client.invalidateQueries({ queryKey: LIST_KEY })), [client]);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const tasks = useMemo(() => {
    // A task created while pages are read one after the other can be on two of them.
    const unique = new Map(data?.pages.flatMap((page) => page.tasks.map((task) => [task.id, task])));
    for (const [id, task] of unique) seen.current.set(id, task);
    return [...unique.values()];
  }, [data]);
  return {
    tasks,
    seen: seen.current,
    loading: isPending,
    problem: error && !data ? error.message : undefined,
    showOlder: hasNextPage ? () => void fetchNextPage() : undefined,
    loadingOlder: isFetchingNextPage,
  };
}
