"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { useBlobUrl } from "#components/use-blob-url.ts";
import { useStoredBlob } from "#components/use-stored-blob.ts";
import { getImageFileName } from "#lib/playground/images/image-file-name.ts";
import { type ImageHistory, openImageHistory } from "#lib/playground/images/image-history.ts";
import type { JobImage } from "#lib/playground/images/image-job.ts";
import { useVideos } from "./videos-context.tsx";

type Picture = JobImage & { sha256: string; prompt: string };

/** Maximum number of images listed: the newest that the images page has made in this browser. */
const MAXIMUM_PICTURES = 60;

export function PicturesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const videos = useVideos();
  const [history] = useState(() => openImageHistory());
  const [pictures, setPictures] = useState<Picture[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!open) return;
    listPictures(history).then(setPictures, () => setPictures([]));
  }, [open, history]);

  const choose = async (picture: Picture) => {
    const bytes = await history.loadBlob(picture.sha256);
    if (!bytes) return setProblem("This image is no longer stored in this browser.");
    await videos.addReference(
      new File([bytes], getImageFileName({ name: picture.prompt.slice(0, 48), mediaType: picture.mediaType }), {
        type: picture.mediaType,
      }),
    );
    onClose();
  };
  return (
    <ModalDialog open={open} onClose={onClose} title="Start from an image" className="w-[36rem]">
      {problem && (
        <p role="alert" className="text-[13px] text-destructive">
          {problem}
        </p>
      )}
      {pictures?.length === 0 && (
        <p className="py-6 text-center text-muted-foreground">
          No images in this browser yet.{" "}
          <Link href="/images" className="underline">
            Create one on the Images page
          </Link>
          .
        </p>
      )}
      <ul aria-label="Images" className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
        {pictures?.map((picture) => (
          <li key={picture.sha256}>
            <PictureButton picture={picture} history={history} onChoose={() => void choose(picture)} />
          </li>
        ))}
      </ul>
    </ModalDialog>
  );
}

async function listPictures(history: ImageHistory): Promise<Picture[]> {
  const jobs = await history.list();
  return jobs
    .flatMap(({ images, request }) =>
      images.flatMap((image) => (image.sha256 ? [{ ...image, sha256: image.sha256, prompt: request.prompt }] : [])),
    )
    .slice(0, MAXIMUM_PICTURES);
}

function PictureButton({
  picture,
  history,
  onChoose,
}: {
  picture: Picture;
  history: ImageHistory;
  onChoose: () => void;
}) {
  const url = useBlobUrl(useStoredBlob(picture.thumbnail ?? picture.sha256, history.loadBlob));
  return (
    <button
      type="button"
      aria-label={picture.prompt}
      title={picture.prompt}
      onClick={onChoose}
      className="checkerboard aspect-square w-full overflow-hidden rounded-xl border transition-opacity hover:opacity-85"
    >
      {url && (
        // biome-ignore lint/performance/noImgElement: local bytes; the server has nothing to optimise.
        <img src={url} alt="" decoding="async" className="size-full object-cover" />
      )}
    </button>
  );
}
