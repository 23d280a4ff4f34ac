"use client";

import { PromptList } from "#components/shell/prompt-list.tsx";
import { TrackField } from "./track-field.tsx";
import { useTasks, useVideos, useVideosState } from "./videos-context.tsx";

/**
 * Prompts grouped by time, newest first, in the open rail and in the menu on phones, with a field to track a task by
 * its name.
 */
export function TaskMenu({ onTracked }: { /** Called after the menu has done its work. */ onTracked?: () => void }) {
  const videos = useVideos();
  const { tasks } = useTasks();
  const selected = useVideosState((state) => state.selected);
  return (
    <section className="flex flex-col gap-3">
      <TrackField onTracked={onTracked} />
      {tasks.length > 0 && (
        <PromptList
          title="Videos"
          items={tasks}
          selected={selected}
          onSelect={videos.select}
          getWords={({ id, prompt }) => prompt || id}
        />
      )}
    </section>
  );
}
