/** Bounded queue of tasks that wait for a worker. */
import { errors } from "#lib/http/errors.ts";

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
      if (tasks.size >= limits.tasks || bytes + task.bytes > limits.bytes)
        throw errors.taskQueueFull({ pool: name, waiting: tasks.size, seconds: RETRY_AFTER_SECONDS });
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
