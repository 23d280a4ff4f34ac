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
          hint={
            'Paste the JSON body of an image request, such as {"prompt": "…"}, or choose a ZIP file saved from this page.'
          }
          readArchive={(file) => readPictureArchive(file, images)}
        />
      );
    case "delete-all":
      return (
        <ConfirmDialog
          title="Delete all images"
          confirm="Delete"
          onClose={onClose}
          onConfirm={async () => {
            const restore = await images.removeAll();
            showToast({
              title: count === 1 ? "Request deleted" : `${count} requests deleted`,
              action: { label: "Undo", run: restore },
            });
          }}
        >
          This deletes {count === 1 ? "the one request" : `all ${count} requests`} of this page from this browser, with
          their images, also pinned ones. The fields and presets are not affected.
        </ConfirmDialog>
      );
    default:
      return (
        <MediaSettingsDialogs
          {...fields}
          dialog={dialog}
          dropped={draft.sources.length > 0 ? "Input images and the mask are not included." : undefined}
          modelIds={modelIds}
        />
      );
  }
}
