"use client";

import { PictureGallery } from "#components/picture-viewer/picture-gallery.tsx";
import type { ViewerPicture } from "#components/picture-viewer/viewer-picture.ts";
import { getResultFileName } from "#lib/playground/images/image-file-name.ts";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { useImages } from "./images-context.tsx";

export const pictureId = ({ id }: ImageJob, index: number) => `${id}/${index}`;

/** All images at full size, in the order of the strip. The page behind selects the same image. */
export function ImageGallery() {
  const images = useImages();
  return (
    <PictureGallery
      list={() => images.store.get().jobs.flatMap(listJobPictures)}
      load={images.loadBlob}
      onShow={(id) => images.select(id.split("/")[0] ?? "")}
    />
  );
}

function listJobPictures(job: ImageJob): ViewerPicture[] {
  return job.images.flatMap(({ sha256, mediaType, size, width, height, revisedPrompt, removedAt }, index) => {
    if (!sha256 || removedAt !== undefined) return [];
    return [
      {
        id: pictureId(job, index),
        description: revisedPrompt ?? job.request.prompt,
        fileName: getResultFileName(job, index),
        sha256,
        mediaType,
        size,
        width,
        height,
      },
    ];
  });
}
