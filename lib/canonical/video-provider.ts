/** VideoProvider: whoever makes videos over a while: an upstream with routes for it. */
import type { VideoCall, VideoImage } from "./video-call.ts";

export type VideoDialectId = "openai-videos" | "google-operations";

/** A task as its source sees it. */
export type VideoJob = {
  /** 32 characters of [0-9a-z]: sent upstream as `idempotency-key`, so that a second start makes no second video. */
  key: string;
  call: VideoCall;
  /** The client's convention: `call.extra` is of this one. */
  dialect: VideoDialectId;
  /** Of a remix: how the same upstream names the task that is to change; absent where another one made it. */
  remixReference?: string;
  readImage(image: VideoImage): Promise<Uint8Array>;
};

/** A job that the upstream has taken. */
export type StartedVideoJob = VideoJob & {
  /** The upstream's own name of it. */
  reference: string;
};

/** One finished video, as the upstream names it. Plain JSON. */
export type VideoOutput = {
  /** Its address; absent where the job's reference is enough. */
  uri?: string;
  /** The bytes themselves, where the upstream sends no address. */
  base64?: string;
  mediaType?: string;
};

export type VideoFailure = { code: string; message: string; type?: string };

/** `raw` is the upstream's last reply, whose unknown fields are kept for readers. */
export type VideoProgress =
  | {
      state: "queued" | "in_progress";
      /** 0 to 100; absent where the upstream does not say. */
      progress?: number;
      pollAfterMs?: number;
      raw?: unknown;
    }
  | { state: "completed"; outputs: VideoOutput[]; raw?: unknown }
  | { state: "failed"; error: VideoFailure; raw?: unknown };

export type VideoProvider = {
  /** Whether a start with the key of one before it gives that one's task, so that it may be sent again after a crash. */
  idempotent: boolean;
  /**
   * Checks a model's name before a task is made of it; absent where any name will do.
   * @throws GatewayError 400
   */
  checkModel?(model: string): void;
  /** Names of the fields of this call that it does not heed, for `x-gateway-dropped`. */
  dropped(call: VideoCall, dialect: VideoDialectId): string[];
  /**
   * Hands the task over, once.
   * @returns the upstream's own name of it, and after how long it wants to be asked for the first time
   * @throws GatewayError of what the upstream said; with status 409, 429, 5xx or without an answer it may be tried again,
   *   if `idempotent`
   */
  start(
    job: VideoJob,
    options: { signal: AbortSignal },
  ): Promise<{ reference: string; pollAfterMs?: number; raw?: unknown }>;
  /** One look at it. @throws GatewayError when there is no answer: it is looked at again later */
  check(job: StartedVideoJob, options: { signal: AbortSignal }): Promise<VideoProgress>;
  /** Writes the finished bytes into a file. */
  fetchOutput(
    job: StartedVideoJob,
    output: VideoOutput,
    options: { signal: AbortSignal; file: string },
  ): Promise<{ mediaType: string }>;
  /** Stops the work where the upstream can; never rejects for one that cannot. */
  cancel?(job: StartedVideoJob): Promise<void>;
};
