/** One attempt to download a video: from the beginning, or from the end of the previous attempt. */
import type { FileHandle } from "node:fs/promises";
import type { Dispatcher } from "undici";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { toUpstreamError } from "../upstream-error.ts";
import { type Opening, openVideo } from "./open-video.ts";
import { type Fault, type Progress, readVideoHead, writeRange } from "./video-head.ts";
import type { VideoTarget } from "./video-target.ts";

type Receiving = Omit<Opening, "range"> & { handle: FileHandle; progress: Progress };

/**
 * @returns undefined at the end of the body
 * @throws errors of the file system, and the signal's reason
 */
export async function receiveVideo(target: VideoTarget, receiving: Receiving): Promise<Fault | undefined> {
  const { upstream } = target;
  const { progress, signal, handle } = receiving;
  let response: Dispatcher.ResponseData;
  try {
    response = await openVideo(upstream, { ...receiving, range: writeRange(progress) });
  } catch (error) {
    signal.throwIfAborted();
    if (GatewayError.isInstance(error)) return { error, final: true };
    return { error: toUpstreamError({ upstream, error: error as Error, afterHeaders: false }) };
  }
  const fault = await readVideoHead(target, response, progress);
  if (fault) return fault;
  if (progress.received === 0) await handle.truncate(0);
  return receiveBody(target, { ...receiving, body: response.body });
}

async function receiveBody(
  { upstream, largestBytes }: VideoTarget,
  { body, progress, signal, handle }: Receiving & { body: AsyncIterable<Buffer> },
): Promise<Fault | undefined> {
  const toBrokenError = (error: Error): Fault => ({ error: toUpstreamError({ upstream, error, afterHeaders: true }) });
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<Buffer>;
    try {
      next = await chunks.next();
    } catch (error) {
      signal.throwIfAborted();
      return toBrokenError(error as Error);
    }
    if (next.done) break;
    if (progress.received + next.value.length > largestBytes) {
      await chunks.return?.();
      return { error: errors.upstreamVideoTooLarge({ provider: upstream.id, limit: largestBytes }), final: true };
    }
    await writeAll(handle, next.value, progress.received);
    progress.received += next.value.length;
  }
  const { received, total = received } = progress;
  return received === total ? undefined : toBrokenError(new Error(`${received} of ${total} bytes`));
}

async function writeAll(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    done += (await handle.write(chunk, done, chunk.length - done, position + done)).bytesWritten;
  }
}
