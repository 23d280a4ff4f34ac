/** VideoProvider: an upstream with routes that make videos over time. */
import type { VideoCall, VideoImage } from "./video-call.ts";

export type VideoDialectId = "openai-videos" | "google-operations";

/** A task as its provider sees it. */
export type VideoJob = {
  /** 32 characters of [0-9a-z]: sent upstream as `idempotency-key`, so that a second start makes no second video. */
  key: string;
  call: VideoCall;
  /** The client's dialect, to which `call.extra` belongs. */
  dialect: VideoDialectId;
  /** For a remix, the same upstream's name of the task to change; absent when another upstream made it. */
  remixReference?: string;
  readImage(image: VideoImage): Promise<Uint8Array>;
};

/** A job that the upstream has accepted. */
export type StartedVideoJob = VideoJob & {
  /** The upstream's name for the job. */
  reference: string;
};

/** One finished video, as the upstream names it. Plain JSON. */
export type VideoOutput = {
  /** URL of the video; absent when the job's reference is enough. */
  uri?: string;
  /** The bytes, when the upstream sends no URL. */
  base64?: string;
  mediaType?: string;
};

export type VideoFailure = { code: string; message: string; type?: string };

/** `raw` is the upstream's last reply; its unknown fields are passed on. */
export type VideoProgress =
  | {
      state: "queued" | "in_progress";
      /** 0 to 100; absent when the upstream reports none. */
      progress?: number;
      pollAfterMs?: number;
      raw?: unknown;
    }
  | { state: "completed"; outputs: VideoOutput[]; raw?: unknown }
  | { state: "failed"; error: VideoFailure; raw?: unknown };

/**
 * LocalVideoProvider: makes videos in this process. Nothing of a job outlives the process, so that the job starts again
 * after a crash, which costs nothing.
 */
export type LocalVideoProvider = Pick<VideoProvider, "checkModel" | "dropped"> & {
  /**
   * Renders the job's videos, one into each file.
   * @throws GatewayError with the reason for the client; the signal's reason when aborted
   */
  render(
    job: VideoJob,
    options: {
      files: readonly string[];
      signal: AbortSignal;
      /** Called with the percentage of the whole job that is done. */
      onProgress: (percent: number) => void;
    },
  ): Promise<{ mediaType: string }>;
};

export type VideoProvider = {
  /** True when a start with the key of an earlier start returns that task, so a start can be retried after a crash. */
  idempotent: boolean;
  /**
   * Checks a model's name before a task is created; absent when any name is accepted.
   * @throws GatewayError 400
   */
  checkModel?(model: string): void;
  /** Returns the names of this call's dropped fields, for `x-gateway-dropped`. */
  dropped(call: VideoCall, dialect: VideoDialectId): string[];
  /**
   * Starts the task at the upstream, once.
   * @returns the upstream's name for the task, and the delay before the first poll
   * @throws GatewayError with the upstream's error; after status 409, 429, 5xx or no response a retry is allowed if
   *   `idempotent`
   */
  start(
    job: VideoJob,
    options: { signal: AbortSignal },
  ): Promise<{ reference: string; pollAfterMs?: number; raw?: unknown }>;
  /** Polls the job once. @throws GatewayError when there is no response: it is polled again later */
  check(job: StartedVideoJob, options: { signal: AbortSignal }): Promise<VideoProgress>;
  /** Writes the finished bytes into a file. */
  fetchOutput(
    job: StartedVideoJob,
    output: VideoOutput,
    options: { signal: AbortSignal; file: string },
  ): Promise<{ mediaType: string }>;
  /** Cancels the job if the upstream can; does not reject if it cannot. */
  cancel?(job: StartedVideoJob): Promise<void>;
};
