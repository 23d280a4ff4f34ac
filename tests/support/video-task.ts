import type { VideoTaskRecord } from "#lib/store/video-task.ts";

/** A task that waits, with what a test wants different. */
export function videoTask(different: Partial<VideoTaskRecord> = {}): VideoTaskRecord {
  return {
    key: "0".repeat(32),
    keyId: "key_1",
    state: "queued",
    progress: 0,
    dialect: "openai-videos",
    model: "video-model-a",
    upstream: "sandbox",
    call: JSON.stringify({
      model: "video-model-a",
      prompt: "A fox",
      seconds: 4,
      size: { width: 720, height: 1280 },
      count: 1,
      extra: {},
    }),
    remixedFrom: null,
    reference: null,
    raw: null,
    outputs: "[]",
    stills: "{}",
    error: null,
    createdAt: 1_800_000_000_000,
    startedAt: null,
    completedAt: null,
    expiresAt: null,
    attempts: 0,
    idempotencyKey: null,
    requestHash: null,
    claimedBy: null,
    claimedUntil: 0,
    fence: 0,
    groupName: null,
    tags: null,
    ...different,
  };
}
