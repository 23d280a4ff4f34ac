/** A task that makes videos, as it is kept, and what can be done with such tasks. */
import type { RequestLogRow } from "./store.ts";

/** `submitting`: it may or may not have reached its upstream, whose name of it is not known. */
export type VideoTaskState = "queued" | "submitting" | "in_progress" | "completed" | "failed";

/** Times are Unix milliseconds; what is JSON is text. */
export type VideoTaskRecord = {
  /** 32 characters of [0-9a-z]. */
  key: string;
  /** The key that it belongs to, or "admin". */
  keyId: string;
  state: VideoTaskState;
  /** 0 to 100; it never falls. */
  progress: number;
  /** The convention that it was asked for in. */
  dialect: "openai-videos" | "google-operations";
  /** As the client named it. */
  model: string;
  upstream: string;
  /** A VideoCall. */
  call: string;
  /** The key of the task that it changes. */
  remixedFrom: string | null;
  /** The upstream's own name of it. */
  reference: string | null;
  /** The upstream's last reply. */
  raw: string | null;
  /** A JSON array of the ids of the finished videos, each an asset. */
  outputs: string;
  /** A JSON object of the ids of its stills, each an asset, by variant. */
  stills: string;
  /** A JSON object: code, message, type. */
  error: string | null;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  /** Until when its videos are kept. */
  expiresAt: number | null;
  /** How often it was begun. */
  attempts: number;
  idempotencyKey: string | null;
  /** Of what was asked for, so that a key that is used again for something else is noticed. */
  requestHash: string | null;
  /** Which process works at it, and until when others leave it alone. */
  claimedBy: string | null;
  claimedUntil: number;
};

export type VideoTaskQuery = {
  /** Only this key's. */
  keyId?: string | undefined;
  order: "asc" | "desc";
  /** The task behind which the list goes on. */
  after?: Pick<VideoTaskRecord, "key" | "createdAt"> | undefined;
  limit: number;
};

export type VideoTaskChanges = Partial<
  Pick<VideoTaskRecord, "state" | "reference" | "raw" | "startedAt" | "attempts"> & { progress: number }
>;

export type VideoTaskEnd = Pick<VideoTaskRecord, "state" | "completedAt" | "expiresAt"> &
  Partial<Pick<VideoTaskRecord, "progress" | "outputs" | "error" | "raw">>;

export type VideoTaskStore = {
  /**
   * @returns undefined when it was made; else the owner's task of the same idempotency key, made at `idempotentSince` or
   * later, and nothing was made
   */
  create(task: VideoTaskRecord, options: { idempotentSince: number }): Promise<VideoTaskRecord | undefined>;
  find(key: string): Promise<VideoTaskRecord | undefined>;
  findByIdempotencyKey(of: {
    keyId: string;
    idempotencyKey: string;
    since: number;
  }): Promise<VideoTaskRecord | undefined>;
  list(query: VideoTaskQuery): Promise<VideoTaskRecord[]>;
  /** Those that have not ended, oldest first: of one upstream, or of all but one. */
  unfinished(query: ({ of: string } | { notOf: string }) & { limit: number }): Promise<VideoTaskRecord[]>;
  /** How many tasks of a key have not ended. */
  countUnfinished(keyId: string): Promise<number>;
  /** Makes `by` the one who works at it. False when somebody has changed its claim since it was read, or it has ended. */
  claim(task: VideoTaskRecord, claim: { by: string; until: number }): Promise<boolean>;
  /** Of all tasks that `by` works at. */
  renewClaims(by: string, until: number): Promise<void>;
  releaseClaims(by: string): Promise<void>;
  /** False when it has ended, is gone, or is not `by`'s any more: whoever works at it stops. Progress does not fall. */
  update(key: string, by: string, changes: VideoTaskChanges): Promise<boolean>;
  /**
   * Ends it, and notes that in the request log, both or neither.
   * @param by whoever works at it; absent for one that is cancelled
   * @returns false when it had ended, is gone, or is not `by`'s any more: nothing was changed
   */
  finish(key: string, end: VideoTaskEnd, options: { by?: string; logRow: RequestLogRow }): Promise<boolean>;
  setStills(key: string, stills: string): Promise<void>;
  /** @returns what was removed */
  remove(key: string): Promise<VideoTaskRecord | undefined>;
  /** Removes tasks that ended before. @returns what was removed */
  removeEndedBefore(time: number): Promise<VideoTaskRecord[]>;
};
