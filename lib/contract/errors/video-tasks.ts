/** Reasons in video tasks that failed or were cancelled. */
import { defineErrors } from "./define-errors.ts";

const TASK_FAILED = { type: "server_error" } as const;

export const videoTaskErrors = defineErrors({
  taskWithoutVideo: {
    status: 502,
    code: "no_video",
    message: ({ provider }: { provider: string }) =>
      `Provider "${provider}" ended the task without a video. Create the video again.`,
    sample: { provider: "studio" },
  },
  videoProviderMissing: {
    ...TASK_FAILED,
    status: 502,
    code: "upstream_missing",
    message: ({ provider }: { provider: string }) =>
      `Provider "${provider}" is no longer configured or has no video routes. Add it to the config again.`,
    sample: { provider: "studio" },
  },
  videoHandoverInterrupted: {
    ...TASK_FAILED,
    status: 502,
    code: "interrupted",
    message: ({ provider }: { provider: string }) =>
      `The gateway stopped while it sent this task to provider "${provider}". It is not sent again, since that could be billed twice.`,
    sample: { provider: "studio" },
  },
  videoNotStarted: {
    ...TASK_FAILED,
    status: 500,
    code: "not_started",
    message: ({ attempts }: { attempts: number }) =>
      `The gateway could not send this task to its provider in ${attempts} attempts. Create the video again.`,
    sample: { attempts: 3 },
  },
  videoTimedOut: {
    ...TASK_FAILED,
    status: 504,
    code: "timed_out",
    message: "The provider did not finish this task within a day. Create the video again.",
  },
  videoNotRendered: {
    ...TASK_FAILED,
    status: 500,
    code: "render_failed",
    message: "The video could not be rendered. Create it again; the log has the reason.",
  },
  videoRenderingInterrupted: {
    ...TASK_FAILED,
    status: 500,
    code: "render_failed",
    message: ({ attempts }: { attempts: number }) =>
      `The gateway stopped ${attempts} times while it rendered this video. Create it again.`,
    sample: { attempts: 3 },
  },
  videoCancelled: {
    status: 499,
    code: "cancelled",
    type: "cancelled",
    message: "The video task was cancelled. Create the video again if you need it.",
  },
});
