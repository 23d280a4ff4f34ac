import type { MaskState } from "#lib/playground/images/mask-state.ts";
import type { ImageSize } from "../files/encode-mask.ts";
import type { Coverage } from "../plane/coverage.ts";
import type { MaskPlane } from "../plane/mask-plane.ts";
import { type MaskJob, type MaskResult, type MeasuredChange, runMaskJob } from "./mask-jobs.ts";
import type { MaskReply, MaskRequest } from "./mask-worker.ts";

/**
 * Exports the mask as a PNG of exactly `size`, the size of the image that is sent with it: white and opaque where the
 * image is preserved, alpha 0 where it is edited. Includes feathering.
 */
export function exportMask(state: MaskState, size: ImageSize): Promise<Blob> {
  return requestImage({ kind: "export", state, size });
}

/** Exports the mask's outline as a PNG overlay for the image. */
export function exportOutline(state: MaskState): Promise<Blob> {
  return requestImage({ kind: "outline", state });
}

/** Measures the changes outside the mask and inside it. Rejects when one of the files is not an image. */
export async function measureResult(job: { state: MaskState; before: Blob; after: Blob }): Promise<MeasuredChange> {
  const answer = await runJob({ kind: "measure", ...job });
  if (answer.kind !== "change") throw new Error("The comparison gave no result.");
  return answer.change;
}

/** Measures how much of the image a mask edits. */
export async function requestCoverage(state: MaskState): Promise<Coverage> {
  const answer = await runJob({ kind: "coverage", state });
  if (answer.kind !== "coverage") throw new Error("The mask was not counted.");
  return answer.coverage;
}

/** Softens the edges of a plane as the export does. Pixels outside a cut-out part count as equal to its edge. */
export async function softenPlane(plane: MaskPlane, radius: number): Promise<MaskPlane> {
  const answer = await runJob({ kind: "soften", plane, radius });
  if (answer.kind !== "plane") throw new Error("The mask gave no plane.");
  return answer.plane;
}

async function requestImage(job: MaskJob): Promise<Blob> {
  const answer = await runJob(job);
  if (answer.kind !== "image") throw new Error("The mask gave no image.");
  return answer.image;
}

let worker: Worker | undefined;
let workerFailed = false;
let lastId = 0;

/** Runs a job in the worker, or on the main thread where workers are forbidden or the script cannot be fetched. */
async function runJob(job: MaskJob): Promise<MaskResult> {
  if (typeof Worker === "undefined" || workerFailed) return runMaskJob(job);
  worker ??= new Worker(new URL("./mask-worker.ts", import.meta.url), { type: "module" });
  const reply = await callWorker(worker, job);
  if (reply === undefined) {
    workerFailed = true;
    return runMaskJob(job);
  }
  if ("problem" in reply) throw new Error(reply.problem);
  return reply.answer;
}

/** Runs a job in the worker; returns undefined when the worker itself failed. */
function callWorker(asked: Worker, job: MaskJob): Promise<MaskReply | undefined> {
  const question: MaskRequest = { id: ++lastId, job };
  return new Promise((resolve) => {
    const finish = (reply: MaskReply | undefined) => {
      asked.removeEventListener("message", onMessage);
      asked.removeEventListener("error", onError);
      resolve(reply);
    };
    const onMessage = ({ data }: MessageEvent<MaskReply>) => {
      if (data.id === question.id) finish(data);
    };
    const onError = () => finish(undefined);
    asked.addEventListener("message", onMessage);
    asked.addEventListener("error", onError);
    asked.postMessage(question);
  });
}
