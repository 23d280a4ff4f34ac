/** Worker of the renderer. */
import { setPriority } from "node:os";
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import { renderJob } from "./render-job.ts";
import type { VideoRequest } from "./video-request.ts";

/** Niceness of the worker: it gets a thirtieth of the CPU time of a thread that serves requests. */
const NICENESS = 15;

// On Linux a priority belongs to a thread and is inherited by its threads, so this one and the codecs' threads yield to
// request handling. Elsewhere it would apply to the whole process.
if (process.platform === "linux") setPriority(0, NICENESS);

serveTasks<VideoRequest, Uint8Array, number>(async (request, hooks) => {
  const bytes = await renderJob(request, hooks);
  return { result: bytes, bytes: [bytes] };
});
