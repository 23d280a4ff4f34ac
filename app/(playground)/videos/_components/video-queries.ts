/** The gateway's tasks in the query cache: reading them, and updating them before the next refetch. */
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { VideoPage } from "#app/(playground)/videos/_model/video-api.ts";
import type { TaskList } from "#app/(playground)/videos/_model/videos.ts";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";

export type TaskPages = InfiniteData<VideoPage, string | undefined>;

export const LIST_KEY = ["videos", "list"];
export const taskKey = (id: string) => ["videos", "task", id];

/** Channel that tells other tabs to refetch the list after a change in this one. */
const CHANNEL = "parlance.videos";

export function watchOtherTabs(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onChange;
  return () => channel.close();
}

export function createTaskList(client: QueryClient): TaskList {
  function change(edit: (pages: VideoPage[]) => VideoPage[]): void {
    // A refetch in flight started before the change and would undo it.
    void client.cancelQueries({ queryKey: LIST_KEY });
    const before = client.getQueryData<TaskPages>(LIST_KEY);
    if (before) client.setQueryData<TaskPages>(LIST_KEY, { ...before, pages: edit(before.pages) });
    else void client.invalidateQueries({ queryKey: LIST_KEY });
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage("changed");
    channel.close();
  }
  return {
    put(task: VideoTask) {
      change(([first, ...rest]) => {
        const others = withoutTask(first ? [first, ...rest] : rest, task.id);
        const [head = { tasks: [] }, ...tail] = others;
        return [{ ...head, tasks: [task, ...head.tasks] }, ...tail];
      });
    },
    remove(id: string) {
      client.removeQueries({ queryKey: taskKey(id) });
      change((pages) => withoutTask(pages, id));
    },
  };
}

function withoutTask(pages: readonly VideoPage[], id: string): VideoPage[] {
  return pages.map((page) => ({ ...page, tasks: page.tasks.filter((task) => task.id !== id) }));
}
