"use client";

import { fromImageSettings, IMAGE_SETTINGS, toImageSettings } from "#app/(playground)/images/_model/image-settings.ts";
import { MediaImportDialog } from "#components/media-page/media-import-dialog.tsx";
import type { MediaDialog } from "#components/media-page/media-menu.tsx";
import { MediaSettingsDialogs } from "#components/media-page/media-settings-dialogs.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { ImageCodeDialog } from "./image-code-dialog.tsx";
import { useImages, useImagesState } from "./images-context.tsx";
import { readPictureArchive } from "./save-images.ts";

/** Dialogs that the menu of the images page opens. */
export function ImageDialogs({
  dialog,
  modelIds,
  onClose,
}: {
  dialog: MediaDialog;
  modelIds: readonly string[];
  onClose: () => void;
}) {
  const images = useImages();
  const draft = useImagesState((state) => state.draft);
  const count = useImagesState(({ jobs }) => jobs.filter(({ state }) => state !== "running").length);
  const fields = {
    rules: IMAGE_SETTINGS,
    current: toImageSettings(draft),
    onApply: (settings: Parameters<typeof fromImageSettings>[0]) =>
      images.changeDraft(fromImageSettings(settings, draft)),
    onClose,
  };
  switch (dialog.name) {
    case "code":
      return <ImageCodeDialog open onClose={onClose} />;
    case "import":
      return (
        <MediaImportDialog
          {...fields}
          hint={'The JSON body of a request for images, such as {"prompt": "…"}, or a ZIP file that was saved here.'}
          readArchive={(file) => readPictureArchive(file, images)}
        />
      );
    case "delete-all":
      return (
        <ConfirmDialog
          title="Delete all pictures"
          confirm="Delete"
          onClose={onClose}
          onConfirm={() => {
            const restore = images.removeAll();
            showToast({
              title: count === 1 ? "The request is deleted" : `${count} requests are deleted`,
              action: { label: "Undo", run: restore },
            });
          }}
        >
          This deletes {count === 1 ? "the one request" : `all ${count} requests`} of this page from this browser with
          their pictures, pinned ones too. What stands in the fields and the presets stay.
        </ConfirmDialog>
      );
    default:
      return (
        <MediaSettingsDialogs
          {...fields}
          dialog={dialog}
          dropped={draft.sources.length > 0 ? "The source pictures and the mask stay behind." : undefined}
          modelIds={modelIds}
        />
      );
  }
}
