"use client";

import { listTurnPictures } from "#components/conversation/conversation-gallery.tsx";
import { PictureGallery } from "#components/picture-viewer/picture-gallery.tsx";
import { visiblePath } from "#lib/playground/conversation/transcript.ts";
import { useComparison } from "./comparison-context.tsx";

/** Images of all columns at full size, column by column. An image sent to several columns is shown once. */
export function CompareGallery() {
  const comparison = useComparison();
  if (!comparison) return null;
  return (
    <PictureGallery
      list={() => {
        const paths = comparison.store
          .get()
          .columns.map(({ chat }) => visiblePath(chat.store.get().session.transcript));
        const pictures = paths.flat().flatMap(listTurnPictures);
        return [...new Map(pictures.map((picture) => [picture.id, picture])).values()];
      }}
      load={comparison.loadAttachment}
    />
  );
}
