/** Worker that makes stills. */
import { setPriority } from "node:os";
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import type { VideoStills } from "./create-video-stills.ts";
import { makeStills } from "./make-stills.ts";

/** Niceness of the worker: it gets a thirtieth of the CPU time of a thread that serves requests. */
const NICENESS = 15;

// On Linux a priority belongs to a thread and is inherited by its threads, so this one and the codecs' threads yield to
// request handling. Elsewhere it would apply to the whole process.
if (process.platform === "linux") setPriority(0, NICENESS);

serveTasks<string, VideoStills, never>(async (file, hooks) => {
  const stills = await makeStills(file, hooks);
  return { result: stills, bytes: [stills.thumbnail, stills.spritesheet] };
});
