/** Messages between a pool and its workers. */
import type { GatewayErrorOptions } from "#lib/http/gateway-error.ts";

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
  /** The request is at fault. */
  | { type: "refused"; error: GatewayErrorOptions }
  | { type: "failed"; message: string };
