/**
 * VideoRunner: claims tasks in order and runs them, each on one instance at a time. Another instance takes a
 * task over once the claim has expired, or at once when the instance that holds it is known to have ended.
 */
import { SANDBOX } from "#lib/gateway/routing/sandbox-upstream.ts";
import type { UnfinishedVideoTask, VideoClaim, VideoTaskRecord } from "#lib/store/video-task.ts";
import { isLocal } from "#lib/upstreams/videos/video-providers.ts";
import type { TaskLimits } from "./limit-tasks.ts";
import { renderTask } from "./render-task.ts";
import { runUpstreamTask } from "./run-upstream-task.ts";
import { ClaimLostError, type WorkEnvironment } from "./work.ts";

/** Lifetime of a claim that is not renewed, by the database's clock. */
const CLAIM_MS = 20_000;
const RENEW_MS = 5_000;
/** Interval of checks for tasks that another process created or left unfinished. */
const CHECK_MS = 4_000;
/**
 * Wait after a fault of the gateway, such as a database that does not respond or a full disk; it grows with each fault
 * of one task.
 */
const FAULT_MS = 3_000;
const LONGEST_FAULT_MS = 300_000;
/** Time for a task that is being submitted when the server stops. */
const LAST_MS = 4_000;
const MOST_WATCHED = 500;

export type VideoRunner = {
  /** Checks for new work. */
  wake(): void;
  /** Stops work on a task that was cancelled or removed. */
  stop(key: string): void;
  /** Stops all work; the tasks continue at the next start. */
  close(): Promise<void>;
};

/**
 * @param concurrency limit on concurrent renderings of the sandbox
 * @param limits watched for each task that is worked at, also after a restart
 */
export function createVideoRunner(
  environment: WorkEnvironment,
  { concurrency, limits }: { concurrency: number; limits: TaskLimits },
): VideoRunner {
  const { store, instance, log } = environment;
  const by = instance.id;
  const running = new Map<string, { task: VideoTaskRecord; stop: AbortController; done: Promise<void> }>();
  /** Consecutive faults of the gateway, by task of an upstream. */
  const faults = new Map<string, number>();
  const last = new AbortController();
  let closed = false;
  let checking: Promise<void> | undefined;
  let again = false;
  let closing: Promise<void> | undefined;

  const renewal = setInterval(() => {
    if (running.size > 0) logFailure(store.videoTasks.renewClaims(by, CLAIM_MS));
  }, RENEW_MS).unref();
  const looks = setInterval(wake, CHECK_MS).unref();

  function logFailure(promise: Promise<unknown>): void {
    promise.catch((error: unknown) => log(`Video tasks cannot be worked at: ${String(error)}`));
  }

  function wake(): void {
    if (closed) return;
    again = true;
    checking ??= checkAll().finally(() => {
      checking = undefined;
      if (again) wake();
    });
  }

  async function checkAll(): Promise<void> {
    while (again && !closed) {
      again = false;
      try {
        await takeSome({ of: SANDBOX }, concurrency);
        await takeSome({ notOf: SANDBOX }, MOST_WATCHED);
      } catch (error) {
        log(`Video tasks cannot be read: ${String(error)}`);
      }
    }
  }

  async function takeSome(which: { of: string } | { notOf: string }, most: number): Promise<void> {
    const isSelected = ({ upstream }: VideoTaskRecord) => (upstream === SANDBOX) === "of" in which;
    const countRunning = () => [...running.values()].filter(({ task }) => isSelected(task)).length;
    if (countRunning() >= most) return;
    const tasks = await store.videoTasks.unfinished({ ...which, limit: most + MOST_WATCHED });
    const ended = new Map<string, boolean>();
    for (const task of tasks) {
      if (closed || countRunning() >= most) return;
      if (running.has(task.key) || (await isClaimedByOther(task, ended))) continue;
      const claim = await store.videoTasks.claim(task, { by, leaseMs: CLAIM_MS });
      if (claim) begin(task, claim);
    }
  }

  /** @param ended known states of instances; it grows, so that each is looked up once */
  async function isClaimedByOther(
    { claimedBy, claimLeftMs }: UnfinishedVideoTask,
    ended: Map<string, boolean>,
  ): Promise<boolean> {
    if (claimedBy === null || claimedBy === by) return false;
    if (claimLeftMs <= 0) return !instance.knowsOthers();
    const hasEnded = ended.get(claimedBy) ?? (await instance.hasEnded(claimedBy));
    ended.set(claimedBy, hasEnded);
    return !hasEnded;
  }

  function begin(task: VideoTaskRecord, claim: VideoClaim): void {
    if (closed) return;
    limits.watch(task);
    const stop = new AbortController();
    const work = { ...environment, task, claim, signal: stop.signal, lastSignal: last.signal };
    const found = environment.findVideos(task.upstream);
    const done = (found && isLocal(found) ? renderTask(work, found.provider) : runUpstreamTask(work, found))
      .then(() => void faults.delete(task.key))
      .catch((error: unknown) => {
        if (stop.signal.aborted || error instanceof ClaimLostError) return void faults.delete(task.key);
        log(`Video ${task.key} is tried again: ${error instanceof Error ? error.stack : String(error)}`);
        return pause(waitAfterFault(task), stop.signal);
      })
      .finally(() => {
        running.delete(task.key);
        limits.unwatch(task.key);
        wake();
      });
    running.set(task.key, { task, stop, done });
  }

  /** A task of the sandbox holds one of its few places meanwhile, so it waits briefly. @returns milliseconds */
  function waitAfterFault(task: VideoTaskRecord): number {
    if (task.upstream === SANDBOX) return FAULT_MS;
    const before = faults.get(task.key) ?? 0;
    faults.set(task.key, before + 1);
    return Math.min(FAULT_MS * 2 ** before, LONGEST_FAULT_MS);
  }

  return {
    wake,
    stop: (key) => running.get(key)?.stop.abort(),
    close() {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    closed = true;
    clearInterval(looks);
    const lastCall = setTimeout(() => last.abort(), LAST_MS);
    await checking;
    for (const { stop } of running.values()) stop.abort();
    await Promise.all([...running.values()].map(({ done }) => done));
    clearTimeout(lastCall);
    clearInterval(renewal);
    await store.videoTasks.releaseClaims(by).catch(() => {});
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
