/**
 * Discards the rest of a request's body that the response did not need, up to a limit: a sender without a key gets no
 * more of the gateway's time, and closing at once would lose the response for a client that is still writing.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { UNREAD_LIMITS } from "../gateway/limits.ts";
import type { InFlight, Ticking } from "../gateway/request/in-flight.ts";

/** Returns the size of the body in bytes from its headers; undefined when they have none. */
export function announcedBytes({ headers }: Pick<IncomingMessage, "headers">): number | undefined {
  const length = headers["content-length"];
  if (length !== undefined) return Number(length);
  return headers["transfer-encoding"] === undefined ? 0 : undefined;
}

/** Returns false when the rest may be too long to read, so that the connection must be closed after the response. */
export function isShort(request: IncomingMessage): boolean {
  const announced = announcedBytes(request);
  return announced !== undefined && announced <= UNREAD_LIMITS.bytes;
}

/**
 * Reads and discards the rest until it is complete or a limit is reached; then the connection ends.
 * @param lingers true when the response has been written but not ended: it is ended here
 */
export function discardRest(
  request: IncomingMessage,
  response: ServerResponse,
  { inFlight, lingers }: { inFlight: Pick<InFlight, "watch" | "unwatch">; lingers: boolean },
): void {
  const deadline = performance.now() + UNREAD_LIMITS.ms;
  let size = 0;
  const clock: Ticking = {
    slot: -1,
    tick(now) {
      if (now < deadline) return;
      if (lingers) finish();
      // Not during the response, which may be long.
      else if (response.writableFinished) request.socket.destroy();
    },
  };
  const finish = () => {
    inFlight.unwatch(clock);
    if (lingers && !response.writableEnded) response.end();
  };
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > UNREAD_LIMITS.bytes) request.pause();
  });
  request.once("close", finish).once("end", finish);
  inFlight.watch(clock);
  request.resume();
}
