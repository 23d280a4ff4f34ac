/** Messages between a pool and its workers. */

export type WorkerTask<Request> = {
  request: Request;
  /** One 32-bit integer: 1 once the task is aborted. */
  abortFlag: SharedArrayBuffer;
};

export type WorkerMessage<Result, Step> =
  /** Sent once, when the worker's modules are loaded. */
  | { type: "ready" }
  | { type: "step"; step: Step }
  | { type: "done"; result: Result }
  | { type: "aborted" }
  | { type: "failed"; message: string /** The request's field at fault. */; field?: string };
