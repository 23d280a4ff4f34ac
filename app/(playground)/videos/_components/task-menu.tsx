"use client";

import { clsx } from "clsx";
import { TrackField } from "./track-field.tsx";
import { useTasks, useVideos, useVideosState } from "./videos-context.tsx";

/** Prompts by time, newest first, in the open rail and in the menu of a phone; and where a task is tracked by its name. */
export function TaskMenu({ onTracked }: { /** The menu has done its work. */ onTracked?: () => void }) {
  const videos = useVideos();
  const { tasks } = useTasks();
  const selected = useVideosState((state) => state.selected);
  return (
    <section className="flex flex-col gap-3">
      <TrackField onTracked={onTracked} />
      {tasks.length > 0 && (
        <div>
          <h2 className="group-title px-2.5 pb-1">Videos</h2>
          <ul className="flex flex-col gap-px">
            {tasks.map((task) => (
              <li key={task.id}>
                <button
                  type="button"
                  data-session={task.id}
                  aria-current={task.id === selected ? "true" : undefined}
                  onClick={() => videos.select(task.id)}
                  className={clsx(
                    "flex h-8 w-full items-center rounded-lg px-2.5 text-left transition-colors duration-150 pointer-coarse:h-10",
                    task.id === selected
                      ? "bg-foreground/[0.07]"
                      : "text-muted-foreground hover:bg-foreground/[0.05] hover:text-foreground",
                  )}
                >
                  <span className="truncate">{task.prompt || task.id}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
