/** Time limits of tasks that clients or routes gave: a timer for each task that has one. */
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { readTaskPlan } from "./task-plan.ts";

export type TaskLimits = {
  /** Begins to watch a task, if it has a limit; does nothing for one that is watched. */
  watch(task: Pick<VideoTaskRecord, "key" | "call">): void;
  unwatch(key: string): void;
  close(): void;
};

/** @param onLate called with the key of a task and its limit in milliseconds */
export function createTaskLimits(onLate: (key: string, ms: number) => void): TaskLimits {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    watch({ key, call }) {
      const { limit } = readTaskPlan({ call });
      if (!limit || timers.has(key)) return;
      const late = () => {
        timers.delete(key);
        onLate(key, limit.ms);
      };
      timers.set(key, setTimeout(late, Math.max(0, limit.endsAt - Date.now())).unref());
    },
    unwatch(key) {
      clearTimeout(timers.get(key));
      timers.delete(key);
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
