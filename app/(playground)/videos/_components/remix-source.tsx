"use client";

import { Shuffle } from "lucide-react";
import { useTasks, useVideos } from "./videos-context.tsx";

/** Link to the video that a remix was made from. */
export function RemixSource({ id }: { id: string }) {
  const videos = useVideos();
  const source = useTasks().seen.get(id);
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-[13px] text-muted-foreground">
      <Shuffle aria-hidden className="size-3.5 shrink-0" />
      <span className="shrink-0">Remix of</span>
      <button
        type="button"
        onClick={() => videos.select(id)}
        className="min-w-0 truncate rounded underline decoration-foreground/25 underline-offset-2 hover:text-foreground pointer-coarse:py-1.5"
      >
        {source?.prompt || id}
      </button>
    </p>
  );
}
