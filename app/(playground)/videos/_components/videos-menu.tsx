"use client";

import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { type MediaDialog, MediaMenu } from "#components/media-page/media-menu.tsx";
import type { MenuEntry } from "#components/more-menu/use-menu-entries.ts";
import { isUnderWay } from "#lib/playground/videos/video-task.ts";
import { useTasks, useVideoApi, useVideos } from "./videos-context.tsx";

const VideoDialogs = dynamic(() => import("./video-dialogs.tsx").then((module) => module.VideoDialogs));

/** Menu with actions for the request in the fields and for all tasks of the gateway. */
export function VideosMenu({ signedIn, modelIds }: { signedIn: boolean; modelIds: readonly string[] }) {
  const videos = useVideos();
  const api = useVideoApi();
  const none = !useTasks().tasks.some((task) => !isUnderWay(task));
  const [dialog, setDialog] = useState<MediaDialog>();
  const entries = useMemo(
    (): MenuEntry[] => [
      {
        id: "export-all",
        label: "Save all videos as ZIP",
        group: "History",
        keywords: "export download file",
        enabled: !none,
        run: () => void import("./save-videos.ts").then(({ saveAll }) => saveAll({ videos, api })),
      },
      {
        id: "delete-all",
        label: "Delete all finished videos…",
        group: "History",
        enabled: !none,
        destructive: true,
        run: () => setDialog({ name: "delete-all" }),
      },
    ],
    [videos, api, none],
  );
  return (
    <>
      <MediaMenu signedIn={signedIn} entries={entries} onDialog={setDialog} />
      {dialog && <VideoDialogs dialog={dialog} modelIds={modelIds} onClose={() => setDialog(undefined)} />}
    </>
  );
}
