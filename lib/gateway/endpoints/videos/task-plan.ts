/** Plan of a video task: the targets of its route, what was tried of them, and its time limit. Stored with its call. */
import type { VideoCall } from "#lib/canonical/video-call.ts";
import type { FailureTrigger, RouteSettings } from "#lib/config/model-routes.ts";
import type { LoggedAttempt } from "#lib/contract/logged-request.ts";
import type { TaskCharge } from "#lib/gateway/request/admission.ts";
import { SANDBOX } from "#lib/gateway/routing/sandbox-upstream.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";

/** Model that can make a video, with the call as it would get it. */
export type VideoTarget = { target: string; upstream: string; call: VideoCall };

export type TaskPlan = {
  /** Present for a task of a route. */
  route?: {
    name: string;
    /** Failures after which the next target is tried, as the route had them. */
    on: FailureTrigger[];
    /** Target in use, as the config names it. */
    target: string;
    /** Targets that were not tried, in order. */
    others: VideoTarget[];
    attempts: LoggedAttempt[];
  };
  /** Limit of the client or the route on the time until the video is finished; `endsAt` in Unix milliseconds. */
  limit?: { ms: number; endsAt: number };
  /** Budgets that pay for the video, and its prices; absent when no budget does. */
  charge?: TaskCharge;
};

export type RoutePlan = NonNullable<TaskPlan["route"]>;

type StoredCall = VideoCall & { plan?: TaskPlan };

export function readTaskCall({ call }: Pick<VideoTaskRecord, "call">): VideoCall {
  const { plan: _, ...fields } = JSON.parse(call) as StoredCall;
  return fields;
}

export function readTaskPlan({ call }: Pick<VideoTaskRecord, "call">): TaskPlan {
  return (JSON.parse(call) as StoredCall).plan ?? {};
}

export function writeTaskCall(call: VideoCall, plan: TaskPlan): string {
  const stored: StoredCall = Object.keys(plan).length > 0 ? { ...call, plan } : call;
  return JSON.stringify(stored);
}

/** @param targets the first one is in use; not empty */
export function createRoutePlan(
  { name, on }: RouteSettings,
  targets: readonly VideoTarget[],
  attempts: LoggedAttempt[],
): RoutePlan {
  const [first, ...others] = targets;
  return { name, on: [...on], target: first?.target ?? "", others, attempts };
}

/**
 * Returns the attempts of a task of a route; null for any other task. A model in this process has no start that is
 * tried: its attempt is its rendering.
 */
export function listAttempts(
  task: VideoTaskRecord,
  ended?: { time: number; status: number; error: string | null },
): LoggedAttempt[] | null {
  const { route } = readTaskPlan(task);
  if (!route) return null;
  const isRendered = task.upstream === SANDBOX && task.startedAt !== null;
  if (!isRendered) return route.attempts;
  const { time, status, error } = ended ?? { time: task.completedAt ?? Date.now(), status: 200, error: null };
  const ms = time - (task.startedAt ?? time);
  return [...route.attempts, { model: route.target, lane: "sandbox", status, ms, dropped: [], error }];
}

/** Images of a call. */
export type VideoImages = Pick<VideoCall, "image" | "lastFrame" | "referenceImages">;

/** Stands for an image that is not stored yet. */
export const UNSTORED = { blob: "", mediaType: "", bytes: 0 } as const;

/** Returns the call and the plan with stored images, for every target. */
export function withImages<Targets extends { call: VideoCall; plan: TaskPlan }>(
  targets: Targets,
  images: VideoImages,
): Targets {
  const { call, plan } = targets;
  const { route } = plan;
  const others = route?.others.map((other) => ({ ...other, call: { ...other.call, ...images } })) ?? [];
  return {
    ...targets,
    call: { ...call, ...images },
    plan: route ? { ...plan, route: { ...route, others } } : plan,
  };
}
