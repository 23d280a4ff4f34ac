/** Video task as stored. */

/** `submitting`: the request may or may not have reached its upstream, and the upstream's id is unknown. */
export type VideoTaskState = "queued" | "submitting" | "in_progress" | "completed" | "failed";

/** Times are Unix milliseconds; JSON is stored as text. */
export type VideoTaskRecord = {
  /** 32 characters of [0-9a-z]. */
  key: string;
  /** Key that owns it, or "admin". */
  keyId: string;
  state: VideoTaskState;
  /** Percentage, 0 to 100; it never decreases. */
  progress: number;
  /** Dialect of the request. */
  dialect: "openai-videos" | "google-operations";
  /** Model as the client named it. */
  model: string;
  upstream: string;
  /** VideoCall as JSON. */
  call: string;
  /** Key of the task that it remixes. */
  remixedFrom: string | null;
  /** Id of the task at the upstream. */
  reference: string | null;
  /** Last reply of the upstream. */
  raw: string | null;
  /** JSON array of the ids of the finished videos, each an asset. */
  outputs: string;
  /** JSON object of the ids of its stills by variant, each an asset. */
  stills: string;
  /** JSON object: code, message, type. */
  error: string | null;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  /** Time until which its videos are stored. */
  expiresAt: number | null;
  /** Number of times that it was started. */
  attempts: number;
  idempotencyKey: string | null;
  /** Hash of the request, to detect an idempotency key that is reused for another request. */
  requestHash: string | null;
  /** Instance that works on it, and the time by the database's clock until which it is reserved for that instance. */
  claimedBy: string | null;
  claimedUntil: number;
  /** Number of claims so far. */
  fence: number;
  /** Group of the key when it was created. */
  groupName: string | null;
  /** Labels of the request, as the request log stores them. */
  tags: string | null;
};

/** Token of a claim: with each write its holder proves that nobody has claimed the task since. */
export type VideoClaim = { by: string; fence: number };

/** Unfinished task, with the milliseconds that are left of its claim. */
export type UnfinishedVideoTask = VideoTaskRecord & { claimLeftMs: number };

export type VideoTaskQuery = {
  /** Filter by the key that owns the tasks. */
  keyId?: string | undefined;
  /** Filter by model, as the client named it. */
  model?: string | undefined;
  order: "asc" | "desc";
  /** Task before the page. */
  after?: Pick<VideoTaskRecord, "key" | "createdAt"> | undefined;
  limit: number;
};

export type VideoTaskChanges = Partial<
  Pick<VideoTaskRecord, "state" | "upstream" | "call" | "reference" | "raw" | "startedAt" | "attempts"> & {
    progress: number;
  }
>;

export type VideoTaskEnd = Pick<VideoTaskRecord, "state" | "completedAt" | "expiresAt"> &
  Partial<Pick<VideoTaskRecord, "progress" | "outputs" | "error" | "raw">>;
