/** Threads for heavy work: started when first needed, replaced when they crash, no reason for the process to stay. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { GatewayError } from "#lib/http/gateway-error.ts";

export type WorkerTask<Request> = {
  request: Request;
  /** One 32-bit integer: 1 once the task is aborted. */
  abortFlag: SharedArrayBuffer;
};

export type WorkerAnswer<Result, Step> =
  | { type: "step"; step: Step }
  | { type: "done"; result: Result }
  | { type: "aborted" }
  | { type: "failed"; message: string /** The request's field at fault. */; field?: string };

type RunOptions<Step> = {
  /** Aborting rejects with the signal's reason; work that has begun ends at its next step. */
  signal?: AbortSignal;
  onStep?: (step: Step) => void;
};

type Job<Request, Result, Step> = {
  request: Request;
  abortFlag: SharedArrayBuffer;
  onStep: RunOptions<Step>["onStep"];
  resolve(result: Result): void;
  reject(error: unknown): void;
};

type Thread<Work> = { worker: Worker; job: Work | undefined };

export type WorkerPool<Request, Result, Step> = {
  /** @throws a GatewayError of 400 that names the field that cannot be used, of 500 when the work itself fails */
  run(request: Request, options: RunOptions<Step>): Promise<Result>;
  /** Ends the threads; the next request starts new ones. */
  close(): Promise<void>;
};

type PoolOptions = {
  /** For errors: "sandbox painter". */
  name: string;
  start(): Worker;
  /** How many work at once; the rest wait in line. */
  size: number;
};

export function createWorkerPool<Request, Result, Step>({
  name,
  start,
  size,
}: PoolOptions): WorkerPool<Request, Result, Step> {
  type Work = Job<Request, Result, Step>;
  const waiting: Work[] = [];
  const threads = new Set<Thread<Work>>();

  function run(request: Request, { signal, onStep }: RunOptions<Step>): Promise<Result> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const job: Work = { request, abortFlag: new SharedArrayBuffer(4), onStep, resolve, reject };
    const abort = () => {
      Atomics.store(new Int32Array(job.abortFlag), 0, 1);
      const place = waiting.indexOf(job);
      if (place >= 0) waiting.splice(place, 1);
      job.onStep = undefined;
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
      thread.worker.postMessage({ request: job.request, abortFlag: job.abortFlag } satisfies WorkerTask<Request>);
    }
  }

  function open(): Thread<Work> {
    const thread: Thread<Work> = { worker: start(), job: undefined };
    threads.add(thread);
    thread.worker.on("message", (answer: WorkerAnswer<Result, Step>) => receive(thread, answer));
    thread.worker.on("error", (error) => lose(thread, error));
    thread.worker.on("exit", (code) => lose(thread, new Error(`its thread ended with code ${code}`)));
    thread.worker.unref();
    return thread;
  }

  function receive(thread: Thread<Work>, answer: WorkerAnswer<Result, Step>): void {
    const { job } = thread;
    if (answer.type === "step") {
      job?.onStep?.(answer.step);
      return;
    }
    thread.job = undefined;
    thread.worker.unref();
    if (answer.type === "done") job?.resolve(answer.result);
    else if (answer.type === "failed") {
      const { message, field } = answer;
      job?.reject(new GatewayError({ status: field ? 400 : 500, message, param: field }));
    }
    dispatch();
  }

  /** Of the two events of a crash the second finds nothing left to do. */
  function lose(thread: Thread<Work>, cause: unknown): void {
    if (!threads.delete(thread)) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The ${name} failed: ${reason}. The request can be sent again.`;
    thread.job?.reject(new GatewayError({ status: 500, message, cause }));
    dispatch();
  }

  async function close(): Promise<void> {
    await Promise.all([...threads].map(({ worker }) => worker.terminate()));
  }

  return { run, close };
}

/** One processor is left to the gateway itself. */
export function spareProcessors(most: number): number {
  return Math.max(1, Math.min(most, availableParallelism() - 1));
}

/**
 * Runs `worker.ts` of a folder of `lib`.
 * @param folder "sandbox/painter"
 * @param workerData what the thread has from its beginning
 */
export function startWorker(folder: string, workerData?: unknown): Worker {
  const name = folder.replaceAll("/", "-");
  // Flags of the process, such as a test runner's loaders, are not the worker's.
  return new Worker(/* turbopackIgnore: true */ findWorkerFile(folder), { execArgv: [], name, workerData });
}

/** Beside this folder in plain Node; below where the server was started in a bundle. */
function findWorkerFile(folder: string): string {
  const here = import.meta.dirname;
  const roots = [
    ...(here ? [join(/* turbopackIgnore: true */ here, "..")] : []),
    join(/* turbopackIgnore: true */ process.cwd(), "lib"),
  ];
  const file = roots
    .map((root) => join(/* turbopackIgnore: true */ root, folder, "worker.ts"))
    .find((path) => existsSync(/* turbopackIgnore: true */ path));
  if (file === undefined) throw new Error(`${folder}/worker.ts is in none of ${roots.join(", ")}.`);
  return file;
}
