import type { VideoTask } from "#lib/playground/videos/video-task.ts";
import type { VideoApi } from "./video-api.ts";

/** Lists all tasks of the key, page by page, newest first. @throws RequestFailed */
export async function listAllTasks(api: Pick<VideoApi, "list">): Promise<VideoTask[]> {
  const tasks: VideoTask[] = [];
  let after: string | undefined;
  do {
    const page = await api.list({ after });
    tasks.push(...page.tasks);
    after = page.after;
  } while (after !== undefined);
  return tasks;
}
