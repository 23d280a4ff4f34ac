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
      showToast({ title: count === 1 ? "1 video deleted" : `${count} videos deleted` });
    } catch (error) {
      const detail = error instanceof Error ? error.message : "Couldn’t reach the gateway.";
      showToast({ title: `${count} videos deleted, the others were not`, detail, kind: "error" });
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
            'Paste the JSON body of a video request: {"prompt": "…"} for /v1/videos, or {"instances": […]} for :predictLongRunning.'
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
          This deletes all finished, failed and expired videos of your key from the gateway. You can’t undo this. Videos
          in progress continue.
        </ConfirmDialog>
      );
    default:
      return (
        <MediaSettingsDialogs
          {...fields}
          dialog={dialog}
          dropped={draft.reference ? "The first-frame image is not included." : undefined}
          modelIds={modelIds}
        />
      );
  }
}
