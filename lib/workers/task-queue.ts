/** Bounded queue of tasks that wait for a worker. */
import { GatewayError } from "#lib/http/gateway-error.ts";

export type QueueLimits = {
  /** Waiting tasks. */
  tasks: number;
  /** Bytes of the waiting tasks' input. */
  bytes: number;
};

/** Room for the tasks of a busy server: an input of the largest size fits beside a few others. */
export const DEFAULT_QUEUE: QueueLimits = { tasks: 1000, bytes: 256 * 1024 * 1024 };

const RETRY_AFTER_SECONDS = 5;

export type TaskQueue<Task> = {
  readonly length: number;
  /** @throws a GatewayError of 503 when the queue is full */
  add(task: Task): void;
  next(): Task | undefined;
  remove(task: Task): void;
};

/** @param name for the error: "sandbox painter" */
export function createTaskQueue<Task extends { bytes: number }>(
  limits: QueueLimits,
  { name }: { name: string },
): TaskQueue<Task> {
  const tasks = new Set<Task>();
  let bytes = 0;

  function remove(task: Task): void {
    if (tasks.delete(task)) bytes -= task.bytes;
  }

  return {
    get length() {
      return tasks.size;
    },
    add(task) {
      if (tasks.size >= limits.tasks || bytes + task.bytes > limits.bytes) throw queueFullError(name, tasks.size);
      tasks.add(task);
      bytes += task.bytes;
    },
    next() {
      const [task] = tasks;
      if (task) remove(task);
      return task;
    },
    remove,
  };
}

function queueFullError(name: string, waiting: number): GatewayError {
  return new GatewayError({
    status: 503,
    message: `The ${name} is busy: its queue is full with ${waiting} waiting tasks. Retry in ${RETRY_AFTER_SECONDS} seconds.`,
    code: "queue_full",
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
  });
}
