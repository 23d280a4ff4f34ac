"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createVideoApi } from "#app/(playground)/videos/_model/video-api.ts";
import { createVideos } from "#app/(playground)/videos/_model/videos.ts";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { useCatalogue } from "#components/use-catalogue.ts";
import { usePresetSync } from "#components/use-gateway-sync.ts";
import { readVideoId } from "#lib/playground/videos/task-address.ts";
import { loadVideoDraft, saveVideoDraft } from "#lib/playground/videos/video-draft.ts";
import { openVideoStore } from "#lib/playground/videos/video-store.ts";
import { useTaskList } from "./use-task-list.ts";
import { createTaskList } from "./video-queries.ts";
import { VideosProvider } from "./videos-context.tsx";
import { VideosShell } from "./videos-shell.tsx";

/** The videos page. TanStack Query caches the gateway's tasks. */
export function VideosPage() {
  return (
    <QueryClientProvider client={gatewayQueries}>
      <VideosWorkspace />
    </QueryClientProvider>
  );
}

/** Creates the controller, which lives as long as the page. */
function VideosWorkspace() {
  const catalogue = useCatalogue();
  const [api] = useState(() => createVideoApi());
  const [videos] = useState(() =>
    createVideos({
      api,
      savedVideos: openVideoStore(),
      tasks: createTaskList(gatewayQueries),
      saveDraft: saveVideoDraft,
    }),
  );
  const tasks = useTaskList(api, catalogue.signedIn);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    videos.restore(loadVideoDraft(), readVideoId(query.get("video") ?? ""));
    const model = query.get("model");
    if (model) videos.changeDraft({ model });
    const tour = query.get("tour");
    if (!tour) return;
    void import("#app/(playground)/videos/_model/play-tour-stop.ts").then(({ playTourStop }) =>
      playTourStop(videos, tour),
    );
  }, [videos]);
  usePresetSync("videos");
  return (
    <VideosProvider videos={videos} api={api} tasks={tasks}>
      <VideosShell catalogue={catalogue} />
    </VideosProvider>
  );
}
