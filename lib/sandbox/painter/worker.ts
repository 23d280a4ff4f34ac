/** Worker of the painter. */
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import { runPaintJob } from "./paint-job.ts";
import type { PaintedImage, PaintPass, PaintRequest } from "./paint-request.ts";

serveTasks<PaintRequest, PaintedImage, PaintPass>(async (request, hooks) => {
  const result = await runPaintJob(request, hooks);
  return { result, bytes: [result.bytes] };
});
