/** Ends tasks from outside of their work: by a cancel, a time limit, or a removal. */
import { errors } from "#lib/http/errors.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { isLocal } from "#lib/upstreams/videos/video-providers.ts";
import { failTask } from "./end-task.ts";
import type { TaskLimits } from "./limit-tasks.ts";
import { createJob, getTaskLane } from "./run-upstream-task.ts";
import type { VideoRunner } from "./run-videos.ts";
import { hasEnded } from "./task-facts.ts";
import { readTaskPlan } from "./task-plan.ts";
import { type Failure, toFailure } from "./upstream-failure.ts";
import type { WorkEnvironment } from "./work.ts";

export type TaskStopper = {
  /** Fails a task, whose work stops; does nothing when it has ended. */
  fail(task: VideoTaskRecord, failure: Failure): Promise<void>;
  /** Fails a task at its time limit. */
  expire(key: string, ms: number): Promise<void>;
  /** Stops the work on a task in this process. */
  stopWork(key: string): void;
  /** Ends what a removed task has at its upstream and in budgets. */
  abandon(task: VideoTaskRecord): void;
};

export function createTaskStopper(
  environment: WorkEnvironment,
  { runner, limits }: { runner: Pick<VideoRunner, "stop">; limits: Pick<TaskLimits, "unwatch"> },
): TaskStopper {
  const { store, assets, findVideos, admission, log } = environment;

  function stopWork(key: string): void {
    limits.unwatch(key);
    runner.stop(key);
  }

  /** Cancels the upstream's task without waiting for it. */
  function stopUpstream(task: VideoTaskRecord): void {
    const { reference } = task;
    const found = findVideos(task.upstream);
    const provider = found && !isLocal(found) ? found.provider : undefined;
    if (!provider?.cancel || reference === null) return;
    createJob({ task, store, assets })
      .then((job) => provider.cancel?.({ ...job, reference }))
      .catch((error) => log(`Video ${task.key} was not cancelled upstream: ${error}`));
  }

  async function fail(task: VideoTaskRecord, failure: Failure): Promise<void> {
    const found = findVideos(task.upstream);
    const lane = found ? getTaskLane(task, found) : "relay";
    const ended = await failTask({ store, assets, task, lane, admission }, failure);
    stopWork(task.key);
    if (ended) stopUpstream(task);
  }

  return {
    fail,
    stopWork,
    async expire(key, ms) {
      const task = await store.videoTasks.find(key);
      if (task && !hasEnded(task)) await fail(task, toFailure(errors.requestTimeout({ ms })));
    },
    abandon(task) {
      stopUpstream(task);
      const { charge } = readTaskPlan(task);
      if (charge) admission.settleTask(task.key, charge, 0);
    },
  };
}
