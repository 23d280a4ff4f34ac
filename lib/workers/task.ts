/** Tasks of a pool, and the workers that run them. */
import type { Worker } from "node:worker_threads";

export type RunOptions<Request, Step> = {
  /** Aborting rejects with the signal's reason; running work ends at its next step. */
  signal?: AbortSignal;
  onStep?: (step: Step) => void;
  /** Size of the request's input in bytes, which counts while it waits. */
  bytes?: number;
  /** Completes the request when a worker takes it, so that large input is not held in memory while it waits. */
  prepare?: (request: Request) => Promise<Request>;
  /** Field of the request to name when the task exceeds a limit. */
  field?: string;
};

export type Task<Request, Result, Step> = Pick<RunOptions<Request, Step>, "onStep" | "prepare" | "field"> & {
  request: Request;
  bytes: number;
  abortFlag: SharedArrayBuffer;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

export type PoolWorker<Work> = {
  worker: Worker;
  isReady: boolean;
  task: Work | undefined;
  /** True once the task is sent to the worker. */
  isWorking: boolean;
  /** Ends the watch over the limits of the task. */
  stopWatch: (() => void) | undefined;
};
