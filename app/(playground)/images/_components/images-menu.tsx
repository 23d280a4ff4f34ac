"use client";

import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { type MediaDialog, MediaMenu } from "#components/media-page/media-menu.tsx";
import type { MenuEntry } from "#components/more-menu/use-menu-entries.ts";
import { useImages, useImagesState } from "./images-context.tsx";

type Exports = typeof import("./save-images.ts");
const ImageDialogs = dynamic(() => import("./image-dialogs.tsx").then((module) => module.ImageDialogs));

/** Menu with actions for the selected request, the request in the fields, and all images. */
export function ImagesMenu({ signedIn, modelIds }: { signedIn: boolean; modelIds: readonly string[] }) {
  const images = useImages();
  const shown = useImagesState(({ jobs, selected }) =>
    jobs.some(({ id, state }) => id === selected && state !== "running"),
  );
  const none = useImagesState(({ jobs }) => jobs.length === 0);
  const [dialog, setDialog] = useState<MediaDialog>();
  const entries = useMemo((): MenuEntry[] => {
    const save = (id: string, label: string, how: (exports: Exports) => unknown) => ({
      id,
      label,
      keywords: "export download file",
      run: () => void import("./save-images.ts").then(how),
    });
    return [
      {
        ...save("export-zip", "Save this request as ZIP", ({ saveSelected }) => saveSelected(images)),
        group: "Share",
        enabled: shown,
      },
      {
        ...save("export-har", "Save this request as HAR", ({ saveHar }) => saveHar(images)),
        group: "Share",
        enabled: shown,
      },
      {
        ...save("export-all", "Save all images as ZIP", ({ saveAll }) => saveAll(images)),
        group: "History",
        enabled: !none,
      },
      {
        id: "delete-all",
        label: "Delete all images…",
        group: "History",
        enabled: !none,
        destructive: true,
        run: () => setDialog({ name: "delete-all" }),
      },
    ];
  }, [images, shown, none]);
  return (
    <>
      <MediaMenu signedIn={signedIn} entries={entries} onDialog={setDialog} />
      {dialog && <ImageDialogs dialog={dialog} modelIds={modelIds} onClose={() => setDialog(undefined)} />}
    </>
  );
}
