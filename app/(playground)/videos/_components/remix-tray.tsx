"use client";

import { X } from "lucide-react";
import { IconButton } from "#components/ui/button.tsx";
import { TaskThumb } from "./task-thumb.tsx";
import { useTasks, useVideos } from "./videos-context.tsx";

/** The video to remix. */
export function RemixTray({ id }: { id: string }) {
  const videos = useVideos();
  const task = useTasks().seen.get(id);
  return (
    <div className="flex animate-rise items-center gap-3 px-3.5 pt-3.5">
      {task && <TaskThumb task={task} className="h-10 w-16 rounded-lg" />}
      <p className="min-w-0 flex-1 text-[13px] leading-[18px]">
        <span className="block text-muted-foreground">Remix · same size and length</span>
        <span className="block truncate">{task?.prompt || id}</span>
      </p>
      <IconButton size="small" label="Cancel remix" keys="Esc" onClick={videos.endRemix}>
        <X />
      </IconButton>
    </div>
  );
}
