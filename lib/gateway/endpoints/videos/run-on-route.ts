/** Start of a task on a target of a route: with its breaker, and with the next target after a failure. */
import { setTimeout as delay } from "node:timers/promises";
import { ROUTE_LIMITS } from "#lib/gateway/limits.ts";
import type { Lane } from "#lib/gateway/request/log-entry.ts";
import type { Breaker } from "#lib/gateway/request/target-states.ts";
import { judgeFailure, mayRepeatMedia } from "#lib/gateway/routing/failure-triggers.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { VideoTaskChanges, VideoTaskRecord } from "#lib/store/video-task.ts";
import { type RoutePlan, readTaskCall, readTaskPlan, type VideoTarget, writeTaskCall } from "./task-plan.ts";
import { updateTask, type Work } from "./work.ts";

const POLL_MS = 100;

/** Target of a route that a task may now be sent to. */
export type RouteTarget = {
  /** True while the route has other targets: these are the retries. */
  hasOthers: boolean;
  /** Returns what is stored with the upstream's reference. */
  succeeded(): Pick<VideoTaskChanges, "call">;
  /** Returns true when the task has moved on to the next target. */
  failed(error: GatewayError, options: { mayHaveBegun?: boolean }): Promise<boolean>;
  /** The attempt ended without a verdict. */
  released(): void;
};

/**
 * Takes the target of a task that has a route; the first of the others that is in use when it is out of use.
 * @returns undefined for a task without a route; `moved` when the task now has another target
 * @throws GatewayError 503 when all stay out of use
 */
export async function takeTarget(work: Work, lane: Lane): Promise<RouteTarget | "moved" | undefined> {
  const { task, targets, signal } = work;
  const { route } = readTaskPlan(task);
  if (!route) return undefined;
  const endsAt = performance.now() + ROUTE_LIMITS.waitMs;
  const breaker = targets.breakerOf(route.target);
  while (!breaker.tryAcquire()) {
    const usable = route.others.find(({ target }) => targets.breakerOf(target).waitMs === 0);
    if (usable) {
      const current = { target: route.target, upstream: task.upstream, call: readTaskCall(task) };
      await moveTo(work, usable, { ...route, others: [...without(route, usable), current] });
      return "moved";
    }
    if (performance.now() + breaker.waitMs > endsAt) {
      const seconds = Math.max(1, Math.ceil(Math.min(breaker.waitMs, ROUTE_LIMITS.waitMs) / 1_000));
      throw errors.routeUnavailable({ route: route.name, seconds });
    }
    await delay(POLL_MS, undefined, { signal });
  }
  return toTarget(work, { route, breaker, lane });
}

/** Moves a task on from a provider that is not configured any more. @returns false when no other target is left */
export async function leaveTarget(work: Work, lane: Lane, { status, message }: GatewayError): Promise<boolean> {
  const { route } = readTaskPlan(work.task);
  const [next, ...others] = route?.others ?? [];
  if (!route || !next) return false;
  const attempt = { model: route.target, lane, status, ms: 0, dropped: [], error: message };
  await moveTo(work, next, { ...route, others, attempts: [...route.attempts, attempt] });
  return true;
}

function toTarget(
  work: Work,
  { route, breaker, lane }: { route: RoutePlan; breaker: Breaker; lane: Lane },
): RouteTarget {
  const { task, targets, findVideos } = work;
  const startedAt = performance.now();
  const dropped = findVideos(task.upstream)?.provider.dropped(readTaskCall(task), task.dialect) ?? [];
  const withAttempt = (status: number, error: string | null): RoutePlan => {
    const ms = performance.now() - startedAt;
    return { ...route, attempts: [...route.attempts, { model: route.target, lane, status, ms, dropped, error }] };
  };
  return {
    hasOthers: route.others.length > 0,
    released: () => breaker.released(),
    succeeded() {
      breaker.succeeded();
      return { call: writeRoute(task, withAttempt(200, null)) };
    },
    async failed(error, { mayHaveBegun = false }) {
      judgeFailure(breaker, error);
      const tried = withAttempt(error.status, error.message);
      const next = route.others.find(({ target }) => targets.breakerOf(target).waitMs === 0) ?? route.others[0];
      if (next && !mayHaveBegun && mayRepeatMedia(error, new Set(route.on))) {
        await moveTo(work, next, { ...tried, others: without(route, next) });
        return true;
      }
      await updateTask(work, { call: writeRoute(task, tried) });
      return false;
    },
  };
}

function without({ others }: RoutePlan, gone: VideoTarget): VideoTarget[] {
  return others.filter((other) => other !== gone);
}

function writeRoute(task: VideoTaskRecord, route: RoutePlan): string {
  return writeTaskCall(readTaskCall(task), { ...readTaskPlan(task), route });
}

/** Stored before anything is sent: after a crash the task goes on with its new target. */
function moveTo(work: Work, { target, upstream, call }: VideoTarget, route: RoutePlan): Promise<void> {
  const plan = { ...readTaskPlan(work.task), route: { ...route, target } };
  return updateTask(work, { state: "queued", upstream, call: writeTaskCall(call, plan) });
}
