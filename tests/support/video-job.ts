/** Jobs for sources of videos, and upstreams to give them to, without a gateway around them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VideoCall, VideoImage } from "#lib/canonical/video-call.ts";
import type { StartedVideoJob } from "#lib/canonical/video-provider.ts";
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import { writeUpstreamHeaders } from "#lib/dialects/all-dialects.ts";
import { createUpstream, type Upstream } from "#lib/upstreams/upstream.ts";
import { UPSTREAM_KEY } from "./stub-videos.ts";

export const KEY = "0123456789abcdefghijklmnopqrstuv";

/** An upstream with quick retries. */
export function videoUpstream(baseUrl: string, settings: Partial<UpstreamSettings> & { media: string[] }): Upstream {
  return createUpstream(
    {
      id: "studio",
      source: "file",
      baseUrl,
      apiKey: UPSTREAM_KEY,
      headers: { "x-team": "films" },
      dialects: [],
      lane: "relay",
      videos: { idempotent: false },
      responses: { background: false, webSocket: false },
      timeouts: { connectMs: 2_000, firstByteMs: 5_000, idleMs: 5_000, totalMs: 20_000 },
      retries: { attempts: 2, maxDelayMs: 5 },
      ...settings,
    },
    writeUpstreamHeaders,
    "/models",
  );
}

type JobOptions = Partial<Omit<StartedVideoJob, "call">> & {
  call?: Partial<VideoCall>;
  images?: Record<string, Uint8Array>;
};

/** @param images by the names of their blobs */
export function videoJob({ call, images = {}, ...job }: JobOptions = {}): StartedVideoJob {
  return {
    key: KEY,
    dialect: "openai-videos",
    reference: "",
    readImage: async ({ blob }: VideoImage) => images[blob] ?? new Uint8Array(),
    ...job,
    call: { model: "film-1", prompt: "A lighthouse at dusk", count: 1, extra: {}, ...call },
  };
}

/** A folder of this test file alone. */
export function scratchFolder(): { path(name: string): string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "parlance-videos-"));
  return {
    path: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
