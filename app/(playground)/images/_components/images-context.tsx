"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Images } from "#app/(playground)/images/_model/images.ts";
import type { ImagesState } from "#app/(playground)/images/_model/images-state.ts";
import { useBlobUrl } from "#components/use-blob-url.ts";
import { useStore } from "#components/use-store.ts";
import { useStoredBlob } from "#components/use-stored-blob.ts";
import type { ImageJob } from "#lib/playground/images/image-job.ts";

const ImagesContext = createContext<Images | undefined>(undefined);

export function ImagesProvider({ images, children }: { images: Images; children: ReactNode }) {
  return <ImagesContext value={images}>{children}</ImagesContext>;
}

/** Returns the page's controller. Its methods never change, so reading it causes no render. */
export function useImages(): Images {
  const images = useContext(ImagesContext);
  if (!images) throw new Error("useImages needs an ImagesProvider above it");
  return images;
}

export function useImagesState<Selected>(select: (state: ImagesState) => Selected): Selected {
  return useStore(useImages().store, select);
}

export function useSelectedJob(): ImageJob | undefined {
  return useImagesState(({ jobs, selected }) => jobs.find(({ id }) => id === selected));
}

/** Returns the bytes of an image stored in this browser. */
export function useStoredImage(sha256: string | undefined): Blob | undefined {
  return useStoredBlob(sha256, useImages().loadBlob);
}

/** Returns an object URL of a stored image, for an `<img>`. */
export function useStoredImageUrl(sha256: string | undefined): string | undefined {
  return useBlobUrl(useStoredImage(sha256));
}
