/** VideoFacts: what there is to say of a video task, whichever API says it. */
import type { VideoFailure } from "./video-provider.ts";

export type VideoFacts = {
  /** 32 characters of [0-9a-z]; both APIs' names of it are made from it. */
  key: string;
  /** As the client named it. */
  model: string;
  state: "queued" | "in_progress" | "completed" | "failed";
  /** 0 to 100. */
  progress: number;
  prompt: string;
  /** Undefined where the client left it to the model. */
  seconds?: number;
  size?: { width: number; height: number };
  /** Unix milliseconds, as all times here. */
  createdAt: number;
  startedAt?: number;
  completedAt?: number;
  expiresAt?: number;
  /** The key of the task that it changes. */
  remixedFrom?: string;
  error?: VideoFailure;
  /** The finished videos, in their order: ids of assets. */
  outputs: string[];
  /** The last reply of an upstream that speaks the API in which this is told: its further fields are told too. */
  raw?: Record<string, unknown>;
};
