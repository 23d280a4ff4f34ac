/** Runs in a worker: what would hold up drawing and scrolling if it ran on the page's thread. */
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
