/** Worker for operations that would block drawing and scrolling on the main thread. */
import { answerMaskJob, type MaskAnswer, type MaskJob } from "./mask-jobs.ts";

export type MaskQuestion = { id: number; job: MaskJob };
export type MaskReply = { id: number } & ({ answer: MaskAnswer } | { problem: string });

self.onmessage = async ({ data: { id, job } }: MessageEvent<MaskQuestion>) => {
  try {
    self.postMessage({ id, answer: await answerMaskJob(job) } satisfies MaskReply);
  } catch (error) {
    self.postMessage({ id, problem: error instanceof Error ? error.message : String(error) } satisfies MaskReply);
  }
};
