"use client";

import { listAllTasks } from "#app/(playground)/videos/_model/list-all-tasks.ts";
import { fromVideoSettings, toVideoSettings, VIDEO_SETTINGS } from "#app/(playground)/videos/_model/video-settings.ts";
import { MediaImportDialog } from "#components/media-page/media-import-dialog.tsx";
import type { MediaDialog } from "#components/media-page/media-menu.tsx";
import { MediaSettingsDialogs } from "#components/media-page/media-settings-dialogs.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { isUnderWay } from "#lib/playground/videos/video-task.ts";
import { VideoCodeDialog } from "./video-code-dialog.tsx";
import { useVideoApi, useVideos, useVideosState } from "./videos-context.tsx";

/** Dialogs that the menu of the videos page opens. */
export function VideoDialogs({
  dialog,
  modelIds,
  onClose,
}: {
  dialog: MediaDialog;
  modelIds: readonly string[];
  onClose: () => void;
}) {
  const videos = useVideos();
  const api = useVideoApi();
  const draft = useVideosState((state) => state.draft);
  const fields = {
    rules: VIDEO_SETTINGS,
    current: toVideoSettings(draft),
    onApply: (settings: Parameters<typeof fromVideoSettings>[0]) =>
      videos.changeDraft({ ...fromVideoSettings(settings, draft), remixOf: undefined }),
    onClose,
  };

  async function removeAll(): Promise<void> {
    let count = 0;
    try {
      for (const task of await listAllTasks(api)) {
        if (isUnderWay(task)) continue;
        await videos.remove(task);
        count += 1;
      }
      showToast({ title: count === 1 ? "One video is deleted" : `${count} videos are deleted` });
    } catch (error) {
      const detail = error instanceof Error ? error.message : "The gateway could not be asked.";
      showToast({ title: `${count} videos are deleted, the others are not`, detail, kind: "error" });
    }
  }

  switch (dialog.name) {
    case "code":
      return <VideoCodeDialog open onClose={onClose} />;
    case "import":
      return (
        <MediaImportDialog
          {...fields}
          hint={
            'The JSON body of a request for a video: {"prompt": "…"} of /v1/videos, or {"instances": […]} of :predictLongRunning.'
          }
        />
      );
    case "delete-all":
      return (
        <ConfirmDialog
          title="Delete all finished videos"
          confirm="Delete"
          onClose={onClose}
          onConfirm={() => void removeAll()}
        >
          This deletes all videos of your key that are finished, failed or expired from the gateway, for every browser
          and program. It cannot be undone. What is still being made goes on.
        </ConfirmDialog>
      );
    default:
      return (
        <MediaSettingsDialogs
          {...fields}
          dialog={dialog}
          dropped={draft.reference ? "The picture that the video begins with stays behind." : undefined}
          modelIds={modelIds}
        />
      );
  }
}
