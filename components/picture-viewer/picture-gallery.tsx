"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePictureRequests } from "./show-picture.ts";
import type { ViewerPicture } from "./viewer-picture.ts";

const PictureViewer = dynamic(() => import("./picture-viewer.tsx").then((module) => module.PictureViewer));

type PictureGalleryProps = {
  /** Returns all images of the page in order; called when one is opened. */
  list: () => readonly ViewerPicture[];
  load: (sha256: string) => Promise<Blob | undefined>;
  /** Called when an image comes into view. */
  onShow?: (id: string) => void;
};

/**
 * Viewer for the images of a page; render it once per page. The viewer's code is loaded when the first image is opened.
 */
export function PictureGallery({ list, load, onShow }: PictureGalleryProps) {
  const [shown, setShown] = useState<{ pictures: readonly ViewerPicture[]; index: number; open: boolean }>();
  usePictureRequests((id) => {
    const pictures = list();
    const index = pictures.findIndex((picture) => picture.id === id);
    if (index >= 0) setShown({ pictures, index, open: true });
  });
  if (!shown) return null;
  const { pictures, index, open } = shown;
  return (
    <PictureViewer
      open={open}
      pictures={pictures}
      index={index}
      load={load}
      onMove={(to) => {
        setShown({ pictures, index: to, open });
        const next = pictures[to];
        if (next) onShow?.(next.id);
      }}
      onClose={() => setShown({ pictures, index, open: false })}
    />
  );
}
