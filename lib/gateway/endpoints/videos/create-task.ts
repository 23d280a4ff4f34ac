/** Creates the task of a call in either dialect, once for each idempotency key. */
import { createHash } from "node:crypto";
import type { VideoCall } from "#lib/canonical/video-call.ts";
import { errors } from "#lib/http/errors.ts";
import { createRandomName } from "#lib/media/create-random-name.ts";
import { writeTags } from "#lib/store/tag-column.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { getTaskLane } from "./run-upstream-task.ts";
import { listTaskAssets } from "./task-facts.ts";
import { type TaskPlan, writeTaskCall } from "./task-plan.ts";
import type { VideoContext } from "./video-context.ts";

const KEY_LENGTH = 32;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Identifies a repeated request. */
export type Repeatable = { idempotencyKey: string; requestHash: string } | undefined;

/**
 * @param parts the whole request, including files: another body is another request
 * @throws GatewayError 400 for an invalid key
 */
export function readRepeatable(
  { request, dialect }: VideoContext,
  parts: readonly (string | Uint8Array)[],
): Repeatable {
  const idempotencyKey = request.headers["idempotency-key"];
  if (idempotencyKey === undefined) return undefined;
  if (typeof idempotencyKey !== "string" || !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    throw errors.idempotencyKeyInvalid();
  }
  const hash = createHash("sha256").update(dialect);
  for (const part of parts) hash.update(`\0${part.length}\0`).update(part);
  return { idempotencyKey, requestHash: hash.digest("hex") };
}

/**
 * Finds the task that an earlier attempt of this request created.
 * @throws GatewayError 409 when its key was used for another request
 */
export async function findRepeated(
  { services, principal }: VideoContext,
  repeatable: Repeatable,
): Promise<VideoTaskRecord | undefined> {
  if (!repeatable) return undefined;
  const { idempotencyKey } = repeatable;
  const task = await services.videos.findByIdempotencyKey({ keyId: principal.keyId, idempotencyKey });
  return task && requireSame(task, repeatable);
}

/** @throws GatewayError 400 for a model that creates no videos, 409, 429, 507 */
export async function createTask(
  context: VideoContext,
  {
    model,
    upstream,
    call,
    plan,
    repeatable,
  }: {
    /** Model as the client named it. */
    model: string;
    upstream: string;
    call: VideoCall;
    plan: TaskPlan;
    repeatable: Repeatable;
  },
): Promise<VideoTaskRecord> {
  const { services, log, principal, dialect } = context;
  const found = services.videos.findVideos(upstream);
  // A remix may name an upstream that is not configured any more: its task fails with that reason.
  log.lane = found ? getTaskLane({ dialect }, found) : "relay";
  log.dropped = found?.provider.dropped(call, dialect) ?? [];
  const key = createRandomName(KEY_LENGTH);
  const charge = services.admission.holdForTask(log, key);
  const release = () => charge && services.admission.settleTask(key, charge, 0);
  const task: VideoTaskRecord = {
    key,
    keyId: principal.keyId,
    state: "queued",
    progress: 0,
    dialect,
    model,
    upstream,
    call: writeTaskCall(call, charge ? { ...plan, charge } : plan),
    remixedFrom: call.remix?.of ?? null,
    reference: null,
    raw: null,
    outputs: "[]",
    stills: "{}",
    error: null,
    createdAt: Date.now(),
    startedAt: null,
    completedAt: null,
    expiresAt: null,
    attempts: 0,
    idempotencyKey: repeatable?.idempotencyKey ?? null,
    requestHash: repeatable?.requestHash ?? null,
    claimedBy: null,
    claimedUntil: 0,
    fence: 0,
    groupName: log.group,
    tags: writeTags(log.tags),
  };
  const existing = await services.videos.create(task).catch((error: unknown) => {
    release();
    throw error;
  });
  if (!existing) return task;
  release();
  await services.assets.remove(listTaskAssets(task));
  return repeatable ? requireSame(existing, repeatable) : existing;
}

function requireSame(task: VideoTaskRecord, { requestHash }: NonNullable<Repeatable>): VideoTaskRecord {
  if (task.requestHash === requestHash) return task;
  throw errors.idempotencyKeyReused();
}
