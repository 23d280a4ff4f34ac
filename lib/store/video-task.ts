/** A task that makes videos, as it is kept. */

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
  /** Only those of this model, as the client named it. */
  model?: string | undefined;
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
