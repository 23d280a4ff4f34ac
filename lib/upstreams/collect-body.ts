/** Reads a whole response body, up to a limit. */
import { createGrowingBuffer } from "#lib/http/growing-buffer.ts";
import type { Receiver } from "./receiver.ts";

/**
 * @param limit limit in bytes
 * @param onBody called once: with the body at its end, or with its first `limit` bytes and `whole` false when it is
 * longer; the caller then cancels the request
 */
export function collectBody(
  limit: number,
  onBody: (body: Buffer, whole: boolean) => void,
): Pick<Receiver, "onData" | "onEnd"> {
  const body = createGrowingBuffer();
  let done = false;
  const finish = (whole: boolean) => {
    done = true;
    onBody(body.take(), whole);
  };
  return {
    onData(chunk) {
      if (done) return;
      const room = limit - body.length;
      body.append(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (chunk.length > room) finish(false);
    },
    onEnd() {
      if (!done) finish(true);
    },
  };
}
