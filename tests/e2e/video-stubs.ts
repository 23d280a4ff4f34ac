/** Tasks of videos as a test wants them, in place of the gateway's: what takes a day there, and what goes wrong. */
import type { BrowserContext } from "@playwright/test";
import type { VideoTask } from "#lib/contract/openai-videos/wire.ts";

const seconds = () => Math.floor(Date.now() / 1000);

/** @param number tells it from others, and is in its id */
export function videoTask(number: number, changes: Partial<VideoTask> = {}): VideoTask {
  const created = seconds() - 60 * number;
  const ended = changes.status === undefined || changes.status === "completed" || changes.status === "failed";
  return {
    id: `video_${String(number).padStart(32, "0")}`,
    object: "video",
    model: "video-model-a",
    status: "completed",
    progress: 100,
    created_at: created,
    completed_at: ended ? created + 8 : null,
    expires_at: ended && changes.status !== "failed" ? seconds() + 80_000 : null,
    prompt: `Video ${number}`,
    size: "1280x720",
    seconds: "4",
    remixed_from_video_id: null,
    error: null,
    ...changes,
  };
}

export const minutesFromNow = (minutes: number): number => seconds() + minutes * 60;

/** Answers the page's requests about tasks from `tasks`, which the test may change; the videos have no bytes. */
export async function serveTasks(context: BrowserContext, tasks: VideoTask[]): Promise<void> {
  await context.route(/\/v1\/videos(\?|$)/, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const query = new URL(route.request().url()).searchParams;
    const from = tasks.findIndex(({ id }) => id === query.get("after")) + 1;
    const data = tasks.slice(from, from + Number(query.get("limit")));
    const last_id = data.at(-1)?.id ?? null;
    const has_more = from + data.length < tasks.length;
    await route.fulfill({ json: { object: "list", data, first_id: data[0]?.id ?? null, last_id, has_more } });
  });
  await context.route(/\/v1\/videos\/video_\w+$/, async (route) => {
    const at = tasks.findIndex(({ id }) => route.request().url().endsWith(id));
    const task = tasks[at];
    if (!task) return route.fulfill({ status: 404, json: { error: 404, message: "There is no such video." } });
    if (route.request().method() === "DELETE") tasks.splice(at, 1);
    await route.fulfill({ json: task });
  });
  await context.route(/\/v1\/videos\/video_\w+\/content/, (route) => route.fulfill({ status: 404 }));
}
