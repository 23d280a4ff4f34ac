/** The painter's threads: started when first needed, replaced when they crash, no reason for the process to stay. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { PaintedImage, PaintOptions, PaintPass, PaintRequest } from "./paint-request.ts";

export type WorkerTask = {
  request: PaintRequest /** One 32-bit integer: 1 once the task is aborted. */;
  abortFlag: SharedArrayBuffer;
};

export type WorkerAnswer =
  | { type: "pass"; pass: PaintPass }
  | { type: "done"; image: PaintedImage }
  | { type: "aborted" }
  | { type: "failed"; message: string /** The request's field at fault. */; field?: string };

type Job = {
  request: PaintRequest;
  abortFlag: SharedArrayBuffer;
  onPass: PaintOptions["onPass"];
  resolve(image: PaintedImage): void;
  reject(error: unknown): void;
};

type Thread = { worker: Worker; job: Job | undefined };

export type WorkerPool = {
  run(request: PaintRequest, options: PaintOptions): Promise<PaintedImage>;
  /** Ends the threads; the next request starts new ones. */
  close(): Promise<void>;
};

/** One is left to the gateway itself; a painting takes some tens of megabytes, so more than two would not pay. */
const MOST_THREADS = 2;

export function createWorkerPool({ start = startPainter, size = usualSize() } = {}): WorkerPool {
  const waiting: Job[] = [];
  const threads = new Set<Thread>();

  function run(request: PaintRequest, { signal, onPass }: PaintOptions): Promise<PaintedImage> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<PaintedImage>();
    const job: Job = { request, abortFlag: new SharedArrayBuffer(4), onPass, resolve, reject };
    const abort = () => {
      Atomics.store(new Int32Array(job.abortFlag), 0, 1);
      const place = waiting.indexOf(job);
      if (place >= 0) waiting.splice(place, 1);
      job.onPass = undefined;
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    waiting.push(job);
    dispatch();
    return promise.finally(() => signal?.removeEventListener("abort", abort));
  }

  function dispatch(): void {
    while (waiting.length > 0) {
      const thread = [...threads].find(({ job }) => job === undefined) ?? (threads.size < size ? open() : undefined);
      const job = thread && waiting.shift();
      if (!job) return;
      thread.job = job;
      // A thread at work keeps the process; an idle one does not.
      thread.worker.ref();
      thread.worker.postMessage({ request: job.request, abortFlag: job.abortFlag } satisfies WorkerTask);
    }
  }

  function open(): Thread {
    const thread: Thread = { worker: start(), job: undefined };
    threads.add(thread);
    thread.worker.on("message", (answer: WorkerAnswer) => receive(thread, answer));
    thread.worker.on("error", (error) => lose(thread, error));
    thread.worker.on("exit", (code) => lose(thread, new Error(`its thread ended with code ${code}`)));
    thread.worker.unref();
    return thread;
  }

  function receive(thread: Thread, answer: WorkerAnswer): void {
    const { job } = thread;
    if (answer.type === "pass") {
      job?.onPass?.(answer.pass);
      return;
    }
    thread.job = undefined;
    thread.worker.unref();
    if (answer.type === "done") job?.resolve(answer.image);
    else if (answer.type === "failed") {
      const { message, field } = answer;
      job?.reject(new GatewayError({ status: field ? 400 : 500, message, param: field }));
    }
    dispatch();
  }

  /** Of the two events of a crash the second finds nothing left to do. */
  function lose(thread: Thread, cause: unknown): void {
    if (!threads.delete(thread)) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The sandbox painter failed: ${reason}. The request can be sent again.`;
    thread.job?.reject(new GatewayError({ status: 500, message, cause }));
    dispatch();
  }

  async function close(): Promise<void> {
    await Promise.all([...threads].map(({ worker }) => worker.terminate()));
  }

  return { run, close };
}

function usualSize(): number {
  return Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1));
}

function startPainter(): Worker {
  // Flags of the process, such as a test runner's loaders, are not the painter's.
  return new Worker(/* turbopackIgnore: true */ findWorkerFile(), { execArgv: [], name: "sandbox-painter" });
}

/** Beside this file in plain Node; below where the server was started in a bundle. */
function findWorkerFile(): string {
  const beside = import.meta.dirname;
  const folders = [...(beside ? [beside] : []), join(/* turbopackIgnore: true */ process.cwd(), "lib/sandbox/painter")];
  const file = folders
    .map((folder) => join(/* turbopackIgnore: true */ folder, "worker.ts"))
    .find((path) => existsSync(/* turbopackIgnore: true */ path));
  if (file === undefined) throw new Error(`The sandbox painter's worker.ts is in none of ${folders.join(", ")}.`);
  return file;
}
