/** Worker for operations that would block drawing and scrolling on the main thread. */
import { type MaskJob, type MaskResult, runMaskJob } from "./mask-jobs.ts";

export type MaskRequest = { id: number; job: MaskJob };
export type MaskReply = { id: number } & ({ answer: MaskResult } | { problem: string });

self.onmessage = async ({ data: { id, job } }: MessageEvent<MaskRequest>) => {
  try {
    self.postMessage({ id, answer: await runMaskJob(job) } satisfies MaskReply);
  } catch (error) {
    self.postMessage({ id, problem: error instanceof Error ? error.message : String(error) } satisfies MaskReply);
  }
};
