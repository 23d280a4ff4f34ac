"use client";

import { useEffect, useRef, useState } from "react";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { useImages, useImagesState } from "./images-context.tsx";

/** The page's one polite live region: announces that an image is being made, and the result. */
export function JobAnnouncer() {
  const images = useImages();
  const runningId = useImagesState((state) => Object.keys(state.runs)[0]);
  const before = useRef<string>(undefined);
  const [words, setWords] = useState("");
  useEffect(() => {
    if (runningId) setWords("Generating");
    else if (before.current) {
      const job = images.store.get().jobs.find(({ id }) => id === before.current);
      if (job) setWords(describeEnd(job));
    }
    before.current = runningId;
  }, [images, runningId]);
  return (
    <div aria-live="polite" className="sr-only" data-testid="announcer">
      {words}
    </div>
  );
}

function describeEnd({ state, images }: ImageJob): string {
  if (state === "stopped") return "Stopped";
  if (state === "failed") return "The request failed";
  if (state === "interrupted") return "The response has expired";
  return images.length === 1 ? "The image is ready" : `${images.length} images are ready`;
}
