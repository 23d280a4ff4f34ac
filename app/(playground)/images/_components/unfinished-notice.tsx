"use client";

import { RefreshCw } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { useImages, useImagesState } from "./images-context.tsx";

const WORDS = {
  stopped: { title: "Stopped", detail: "No image was finished." },
  interrupted: {
    title: "The response has expired",
    detail: "The page was closed during generation, and the gateway saves a response for a few minutes only.",
  },
};

/** Shown in place of missing images: the reason, and how to try again. */
export function UnfinishedNotice({ job }: { job: ImageJob }) {
  const images = useImages();
  const busy = useImagesState((state) => Object.keys(state.runs).length > 0);
  if (job.state !== "stopped" && job.state !== "interrupted") return null;
  const { title, detail } = WORDS[job.state];
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-dashed px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        <p className="text-[13px] text-muted-foreground">{detail} The prompt and parameters are saved.</p>
      </div>
      <Button size="small" className="pointer-coarse:h-9" disabled={busy} onClick={() => void images.again(job.id)}>
        <RefreshCw aria-hidden /> Generate again
      </Button>
    </section>
  );
}
