/** Worker threads for heavy work: started on demand, replaced when they crash. They do not keep the process alive. */
import type { ResourceLimits, Worker } from "node:worker_threads";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { PoolWorker, RunOptions, Task } from "./task.ts";
import { createTaskQueue, DEFAULT_QUEUE, type QueueLimits } from "./task-queue.ts";
import { describeMemory, type TaskLimits, watchLimits } from "./watch-limits.ts";
import type { WorkerMessage, WorkerTask } from "./worker-messages.ts";

export type WorkerPool<Request, Result, Step> = {
  /**
   * @throws a GatewayError of 400 that names the field that cannot be used, of 503 when the queue is full, of 500 when
   *   the work itself fails
   */
  run(request: Request, options: RunOptions<Request, Step>): Promise<Result>;
  /** Ends the workers; the next request starts new ones. */
  close(): Promise<void>;
};

type PoolOptions = {
  /** Name in error messages, such as "sandbox painter". */
  name: string;
  /** @param resourceLimits V8's limits */
  start(resourceLimits?: ResourceLimits): Worker;
  /** Number of workers; further tasks wait in the queue. */
  size: number;
  queue?: QueueLimits;
  /** Limits of each task; the worker of a task that exceeds one is ended, and another takes its place. */
  limits?: TaskLimits;
};

export function createWorkerPool<Request, Result, Step>({
  name,
  start,
  size,
  queue: queueLimits = DEFAULT_QUEUE,
  limits,
}: PoolOptions): WorkerPool<Request, Result, Step> {
  type Work = Task<Request, Result, Step>;
  const queue = createTaskQueue<Work>(queueLimits, { name });
  const workers = new Set<PoolWorker<Work>>();

  function run(request: Request, options: RunOptions<Request, Step>): Promise<Result> {
    const { signal, onStep, bytes = 0, prepare, field } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const task: Work = {
      ...{ request, bytes, onStep, prepare, field, resolve, reject },
      abortFlag: new SharedArrayBuffer(4),
    };
    try {
      const idle = takeWorker();
      if (idle) begin(idle, task);
      else queue.add(task);
    } catch (error) {
      return Promise.reject(error);
    }
    const abort = () => {
      Atomics.store(new Int32Array(task.abortFlag), 0, 1);
      queue.remove(task);
      task.onStep = undefined;
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    return promise.finally(() => signal?.removeEventListener("abort", abort));
  }

  function takeWorker(): PoolWorker<Work> | undefined {
    return [...workers].find(({ task }) => task === undefined) ?? (workers.size < size ? open() : undefined);
  }

  function dispatch(): void {
    while (queue.length > 0) {
      try {
        const idle = takeWorker();
        const task = idle && queue.next();
        if (!task) return;
        begin(idle, task);
      } catch (error) {
        queue.next()?.reject(error);
      }
    }
  }

  function open(): PoolWorker<Work> {
    const opened: PoolWorker<Work> = {
      worker: start(limits && { maxOldGenerationSizeMb: limits.memoryBytes / 1024 / 1024 }),
      isReady: false,
      task: undefined,
      isWorking: false,
      stopWatch: undefined,
    };
    workers.add(opened);
    opened.worker.on("message", (answer: WorkerMessage<Result, Step>) => receive(opened, answer));
    opened.worker.on("error", (error: Error) => crash(opened, error));
    opened.worker.on("exit", (code) => crash(opened, new Error(`its worker ended with code ${code}`)));
    opened.worker.unref();
    return opened;
  }

  async function begin(member: PoolWorker<Work>, task: Work): Promise<void> {
    member.task = task;
    // A worker with a task keeps the process alive; an idle one does not.
    member.worker.ref();
    try {
      const request = task.prepare ? await task.prepare(task.request) : task.request;
      if (member.task !== task) return;
      if (Atomics.load(new Int32Array(task.abortFlag), 0) === 1) release(member);
      else {
        member.worker.postMessage({ request, abortFlag: task.abortFlag } satisfies WorkerTask<Request>);
        member.isWorking = true;
        watch(member);
      }
    } catch (error) {
      task.reject(error);
      if (member.task === task) release(member);
    }
  }

  function watch(member: PoolWorker<Work>): void {
    if (!limits || !member.isReady || !member.isWorking) return;
    member.stopWatch = watchLimits(member.worker, limits, (limit) => exceed(member, limit));
  }

  function release(member: PoolWorker<Work>): void {
    member.stopWatch?.();
    member.stopWatch = undefined;
    member.isWorking = false;
    member.task = undefined;
    member.worker.unref();
    dispatch();
  }

  function receive(member: PoolWorker<Work>, answer: WorkerMessage<Result, Step>): void {
    const { task } = member;
    if (answer.type === "ready") {
      member.isReady = true;
      watch(member);
    } else if (answer.type === "step") task?.onStep?.(answer.step);
    else {
      if (answer.type === "done") task?.resolve(answer.result);
      else if (answer.type === "refused") task?.reject(new GatewayError(answer.error));
      else if (answer.type === "failed") task?.reject(errors.taskFailed({ pool: name, reason: answer.message }));
      release(member);
    }
  }

  function exceed(member: PoolWorker<Work>, limit: string): void {
    const param = member.task?.field;
    lose(member, param ? errors.fieldLimitExceeded({ param, limit }) : errors.taskLimitExceeded({ pool: name, limit }));
    member.worker.terminate();
  }

  function crash(member: PoolWorker<Work>, error: Error & { code?: string }): void {
    if (limits && error.code === "ERR_WORKER_OUT_OF_MEMORY") exceed(member, describeMemory(limits));
    else lose(member, describeCrash(error));
  }

  /** Smaller installations leave out packages with native code, which only workers load. */
  function describeCrash(error: Error & { code?: string }): GatewayError {
    const missing =
      error.code === "ERR_MODULE_NOT_FOUND" && /^Cannot find package '([^'/\\]+(?:\/[^'/\\]+)?)'/.exec(error.message);
    return missing
      ? errors.taskNotInstalled({ pool: name, name: missing[1] ?? "", cause: error })
      : errors.taskFailed({ pool: name, reason: error.message, cause: error });
  }

  /**
   * Takes a worker out of the pool and fails its task. A crash emits two events; the second finds nothing left to do.
   */
  function lose(member: PoolWorker<Work>, error: GatewayError): void {
    if (!workers.delete(member)) return;
    member.stopWatch?.();
    member.task?.reject(error);
    member.task = undefined;
    dispatch();
  }

  async function close(): Promise<void> {
    await Promise.all([...workers].map(({ worker }) => worker.terminate()));
  }

  return { run, close };
}
