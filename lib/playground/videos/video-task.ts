/** A video task as the page shows it, read from the Video object (spec, Video task; wire-formats §6.2). */
import type { VideoTask as WireTask } from "#lib/contract/openai-videos/wire.ts";
import type { GatewayFailure } from "../gateway/errors.ts";

export type VideoState = "pending" | "in_progress" | "completed" | "failed" | "expired";

/** Times are milliseconds on the server's clock. */
export type VideoTask = {
  id: string;
  /** State in the Video object; `expired` depends on the time, see `getStateAt`. */
  state: Exclude<VideoState, "expired">;
  model: string;
  prompt: string;
  /** 0 to 100; 0 also when the upstream reports none. */
  progress: number;
  createdAt: number;
  completedAt?: number;
  expiresAt?: number;
  /** Seconds as text, as in the Video object. */
  seconds: string;
  width: number;
  height: number;
  /** Id of the task that this one remixes. */
  remixedFrom?: string;
  failure?: GatewayFailure;
};

/** Size to show when an upstream does not report one. */
const LIKELY_SIZE = { width: 1280, height: 720 };

/** Reads a task. Every field may be missing, since upstreams' own tasks are read too. */
export function readVideoTask(body: unknown): VideoTask {
  const wire = (typeof body === "object" && body !== null ? body : {}) as Partial<WireTask>;
  return {
    id: String(wire.id ?? ""),
    state: readState(wire.status),
    model: wire.model ?? "",
    prompt: wire.prompt ?? "",
    progress: typeof wire.progress === "number" ? wire.progress : 0,
    createdAt: toMilliseconds(wire.created_at) ?? 0,
    completedAt: toMilliseconds(wire.completed_at),
    expiresAt: toMilliseconds(wire.expires_at),
    seconds: String(wire.seconds ?? ""),
    ...(readSize(wire.size) ?? LIKELY_SIZE),
    remixedFrom: wire.remixed_from_video_id ?? undefined,
    failure: wire.error ? readFailure(wire.error) : undefined,
  };
}

function readState(status: unknown): VideoTask["state"] {
  if (status === "in_progress" || status === "completed" || status === "failed") return status;
  return "pending";
}

/** @param size such as `1280x720` */
export function readSize(size: unknown): { width: number; height: number } | undefined {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(String(size ?? "")) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

function readFailure({ code, message, type }: Partial<NonNullable<WireTask["error"]>>): GatewayFailure {
  return { origin: "task", message: message ?? "The task failed without a reason.", code, type };
}

function toMilliseconds(seconds: number | null | undefined): number | undefined {
  return typeof seconds === "number" ? seconds * 1000 : undefined;
}

/** @param now milliseconds on the server's clock */
export function getStateAt({ state, expiresAt }: VideoTask, now: number): VideoState {
  return state === "completed" && expiresAt !== undefined && expiresAt <= now ? "expired" : state;
}

export function isUnderWay({ state }: Pick<VideoTask, "state">): boolean {
  return state === "pending" || state === "in_progress";
}

/** Returns the median time of finished videos of the same model and length, in milliseconds; undefined without one. */
export function typicalTime({ model, seconds }: VideoTask, tasks: readonly VideoTask[]): number | undefined {
  const times = tasks
    .filter((other) => other.state === "completed" && other.model === model && other.seconds === seconds)
    .flatMap(({ createdAt, completedAt }) => (completedAt === undefined ? [] : [completedAt - createdAt]))
    .sort((one, other) => one - other);
  return times[Math.floor((times.length - 1) / 2)];
}
