/** The painter's thread: takes one request after another from the pool. */
import { parentPort } from "node:worker_threads";
import { Aborted, runPaintJob } from "./paint-job.ts";
import { PictureError } from "./picture-error.ts";
import type { WorkerAnswer, WorkerTask } from "./worker-pool.ts";

parentPort?.on("message", async ({ request, abortFlag }: WorkerTask) => {
  const flag = new Int32Array(abortFlag);
  const answer = (message: WorkerAnswer, bytes?: Uint8Array) => {
    parentPort?.postMessage(message, bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
  };
  try {
    const image = await runPaintJob(request, {
      isAborted: () => Atomics.load(flag, 0) === 1,
      onPass: (pass) => answer({ type: "pass", pass }, pass.bytes),
    });
    answer({ type: "done", image }, image.bytes);
  } catch (error) {
    if (error instanceof Aborted) answer({ type: "aborted" });
    else {
      const message = error instanceof Error ? error.message : String(error);
      answer({ type: "failed", message, ...(error instanceof PictureError && { field: error.field }) });
    }
  }
});
