/** The renderer's thread. */
import { setPriority } from "node:os";
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import { renderJob } from "./render-job.ts";
import type { RendererResult, RendererTask } from "./renderer-task.ts";
import { makeStills } from "./stills-job.ts";

/** How much it gives way: a thirtieth of the time that a thread at work on a request gets. */
const NICENESS = 15;

// On Linux a priority belongs to a thread, and threads inherit it: this one and the codecs' give way to those that serve
// requests. Elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(0, NICENESS);

serveTasks<RendererTask, RendererResult, number>(async (task, hooks) => {
  if (task.type === "stills") {
    const stills = await makeStills(task.file, hooks);
    return { result: { type: "stills", stills }, bytes: [stills.thumbnail, stills.spritesheet] };
  }
  const bytes = await renderJob(task.request, hooks);
  return { result: { type: "video", bytes }, bytes: [bytes] };
});
