"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { VideoApi } from "#app/(playground)/videos/_model/video-api.ts";
import type { Videos, VideosState } from "#app/(playground)/videos/_model/videos.ts";
import { useBlobUrl } from "#components/use-blob-url.ts";
import { useStore } from "#components/use-store.ts";
import { useStoredBlob } from "#components/use-stored-blob.ts";
import type { Tasks } from "./use-task-list.ts";

type Parts = { videos: Videos; api: VideoApi };

const VideosContext = createContext<Parts | undefined>(undefined);
const TasksContext = createContext<Tasks | undefined>(undefined);

export function VideosProvider({ videos, api, tasks, children }: Parts & { tasks: Tasks; children: ReactNode }) {
  const [parts] = useState({ videos, api });
  return (
    <VideosContext value={parts}>
      <TasksContext value={tasks}>{children}</TasksContext>
    </VideosContext>
  );
}

function useParts(): Parts {
  const parts = useContext(VideosContext);
  if (!parts) throw new Error("The hooks of the videos page need a VideosProvider above them");
  return parts;
}

/** Returns the page's controller. Its methods never change, so reading it causes no render. */
export const useVideos = (): Videos => useParts().videos;
export const useVideoApi = (): VideoApi => useParts().api;

export function useVideosState<Selected>(select: (state: VideosState) => Selected): Selected {
  return useStore(useVideos().store, select);
}

export function useTasks(): Tasks {
  const tasks = useContext(TasksContext);
  if (!tasks) throw new Error("useTasks needs a VideosProvider above it");
  return tasks;
}

/** Returns the server's time, updated every so many milliseconds; 0 for never. */
export function useServerNow(every: number): number {
  const api = useVideoApi();
  const [now, setNow] = useState(api.now);
  useEffect(() => {
    if (every === 0) return;
    const timer = setInterval(() => setNow(api.now()), every);
    return () => clearInterval(timer);
  }, [api, every]);
  return now;
}

/** Returns an object URL of an image stored in this browser, for an `<img>`. */
export function useStoredImageUrl(sha256: string | undefined): string | undefined {
  return useBlobUrl(useStoredBlob(sha256, useVideos().loadBlob));
}
