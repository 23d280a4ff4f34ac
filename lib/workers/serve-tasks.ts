/** The worker's side of the pool: takes one request after another. */
import { parentPort } from "node:worker_threads";
import { GatewayError, type GatewayErrorOptions } from "#lib/http/gateway-error.ts";
import type { WorkerMessage, WorkerTask } from "./worker-messages.ts";

/** Thrown by work that notices its abort. */
class Aborted extends Error {}

export type TaskHooks<Step> = {
  isAborted(): boolean;
  /** @param bytes bytes of the step, which are transferred to the other thread */
  onStep(step: Step, bytes?: Uint8Array): void;
};

export function stopIfAborted({ isAborted }: Pick<TaskHooks<never>, "isAborted">): void {
  if (isAborted()) throw new Aborted("The work was aborted.");
}

/** @param run returns its result, and the bytes of it to transfer to the other thread */
export function serveTasks<Request, Result, Step>(
  run: (request: Request, hooks: TaskHooks<Step>) => Promise<{ result: Result; bytes?: readonly Uint8Array[] }>,
): void {
  const answer = (message: WorkerMessage<Result, Step>, bytes: readonly Uint8Array[] = []) => {
    const buffers = bytes.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
    parentPort?.postMessage(message, buffers);
  };
  parentPort?.on("message", async ({ request, abortFlag }: WorkerTask<Request>) => {
    const flag = new Int32Array(abortFlag);
    try {
      const { result, bytes } = await run(request, {
        isAborted: () => Atomics.load(flag, 0) === 1,
        onStep: (step, moved) => answer({ type: "step", step }, moved ? [moved] : []),
      });
      answer({ type: "done", result }, bytes);
    } catch (error) {
      if (error instanceof Aborted) answer({ type: "aborted" });
      else {
        const message = error instanceof Error ? error.message : String(error);
        answer(
          GatewayError.isInstance(error) ? { type: "refused", error: pickFields(error) } : { type: "failed", message },
        );
      }
    }
  });
  answer({ type: "ready" });
}

/** Errors lose their class on the way to the other thread. */
function pickFields({ status, message, type, param, code }: GatewayError): GatewayErrorOptions {
  return { status, message, type, param, code };
}
