/** Describes a task's state in a word or two, for the list and the announcer. */
import { getStateAt, type VideoState, type VideoTask } from "#lib/playground/videos/video-task.ts";

export const STATE_WORDS: Record<VideoState, string> = {
  pending: "Waiting",
  in_progress: "Rendering",
  completed: "Ready",
  failed: "Failed",
  expired: "Expired",
};

export function describeTask(task: VideoTask, now: number): string {
  const state = getStateAt(task, now);
  const progress = state === "in_progress" && task.progress > 0 ? ` ${task.progress}%` : "";
  return STATE_WORDS[state] + progress;
}

/** Formats a time as "12:31" today, else as "20 Nov". */
export function describeDay(time: number, now: number): string {
  const at = new Date(time);
  return at.toDateString() === new Date(now).toDateString()
    ? at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })
    : at.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}
