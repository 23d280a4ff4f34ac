/** VideoFacts: the state of a video task, for the writers of both APIs. */
import type { VideoFailure } from "./video-provider.ts";

export type VideoFacts = {
  /** 32 characters of [0-9a-z]; both APIs' names of the task are made from it. */
  key: string;
  /** As the client named it. */
  model: string;
  state: "queued" | "in_progress" | "completed" | "failed";
  /** 0 to 100. */
  progress: number;
  prompt: string;
  /** Undefined when the model chooses. */
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
  /** Last reply of an upstream with the same API as the client; its unknown fields are passed on. */
  raw?: Record<string, unknown>;
};
