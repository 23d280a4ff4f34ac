/**
 * Downloads a finished video from an upstream into a file: resumes after a disconnect, and never accepts a cut video as
 * whole.
 */
import { type FileHandle, open, rm, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { errors } from "#lib/http/errors.ts";
import { computeRetryDelay } from "../retry-rule.ts";
import { totalTimeoutError } from "../upstream-error.ts";
import { receiveVideo } from "./receive-video.ts";
import { openStorage, type Storage } from "./storage.ts";
import { inspectVideoFile } from "./video-file.ts";
import type { Fault, Progress } from "./video-head.ts";
import type { VideoTarget } from "./video-target.ts";

export type Fetching = {
  url: URL;
  /** Headers for the upstream only, including its credential. */
  headers: Record<string, string>;
  /** Path of the file; nothing of it remains after a failure. */
  file: string;
  signal: AbortSignal;
};

/** Limit on resumed downloads, for one that disconnects again and again after a few more bytes. */
const MOST_TRIES = 50;

/**
 * @throws GatewayError 502 or 504 when the video cannot be downloaded whole, or is not a video; the upstream's refusal;
 * the signal's reason when it is aborted
 */
export async function fetchVideo(target: VideoTarget, fetching: Fetching): Promise<{ mediaType: string }> {
  const { upstream } = target;
  const timeout = AbortSignal.timeout(upstream.timeouts.totalMs);
  const signal = AbortSignal.any([fetching.signal, timeout]);
  let storage: Promise<Storage> | undefined;
  const openOnce = () => {
    storage ??= openStorage(upstream);
    return storage;
  };
  const handle = await open(fetching.file, "w", 0o600);
  try {
    return await fetchWhole(target, { ...fetching, signal, handle, storage: openOnce });
  } catch (error) {
    await rm(fetching.file, { force: true });
    fetching.signal.throwIfAborted();
    throw timeout.aborted ? totalTimeoutError(upstream) : error;
  } finally {
    await handle.close();
    await storage?.then((opened) => opened.close());
  }
}

async function fetchWhole(
  target: VideoTarget,
  options: Fetching & { handle: FileHandle; storage: () => Promise<Storage> },
): Promise<{ mediaType: string }> {
  const { retries } = target.upstream;
  const progress: Progress = { received: 0 };
  let sent = 0;
  for (let tries = 1; ; tries++) {
    const before = progress.received;
    const fault = await receiveVideo(target, { ...options, progress });
    const { mediaType, whole } = fault ? { whole: false } : await inspectVideoFile(options.file);
    if (mediaType !== undefined && whole) return { mediaType };
    const { error, headers, final } = fault ?? unusableVideoError(target, { mediaType, progress });
    sent = progress.received > before ? 1 : sent + 1;
    const wait = final || tries >= MOST_TRIES ? undefined : computeRetryDelay({ retries, sent, headers });
    if (wait === undefined) throw error;
    await delay(wait, undefined, { signal: options.signal });
  }
}

/** Error of a complete response that is not a video, or not a whole one. */
function unusableVideoError(
  { upstream }: VideoTarget,
  { mediaType, progress }: { mediaType: string | undefined; progress: Progress },
): Fault {
  if (mediaType === undefined) return { error: errors.upstreamNotVideo({ provider: upstream.id }), final: true };
  progress.received = 0;
  return { error: errors.upstreamVideoTruncated({ provider: upstream.id }) };
}

/** Saves a video that is inside a reply. */
export async function saveInlineVideo(
  { upstream, largestBytes }: VideoTarget,
  { base64, file }: { base64: string; file: string },
): Promise<{ mediaType: string }> {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > largestBytes) throw errors.upstreamVideoTooLarge({ provider: upstream.id, limit: largestBytes });
  await writeFile(file, bytes, { mode: 0o600 });
  const { mediaType, whole } = await inspectVideoFile(file);
  if (mediaType !== undefined && whole) return { mediaType };
  await rm(file, { force: true });
  throw mediaType === undefined
    ? errors.upstreamNotVideo({ provider: upstream.id })
    : errors.upstreamVideoPartial({ provider: upstream.id });
}
