/**
 * The bytes of a resumable response as one stream, across broken connections: the stored bytes with their times, then
 * the live ones.
 */
import type { ResponseTrace } from "#lib/contract/response-trace.ts";

export type ResumableBodyOptions = {
  body: ReadableStream<Uint8Array>;
  /** Times of the stored bytes; bytes after them are live. */
  writes?: ResponseTrace["writes"];
  /** Called before each stored piece with its time, in milliseconds since the request. */
  onTime?: (at: number) => void;
  /** Called once, after all stored bytes: later bytes are live. */
  onCaughtUp?: () => void;
  /** Opens the rest after a disconnect. Rejects when there is none. */
  reopen?: (after: number, cause: unknown) => Promise<ReadableStream<Uint8Array>>;
};

export function joinResumableBody({
  body,
  writes = [],
  onTime,
  onCaughtUp,
  reopen,
}: ResumableBodyOptions): ReadableStream<Uint8Array> {
  let reader = body.getReader();
  let received = 0;
  let given = 0;
  let next = 0;
  let behind = true;
  let waiting: Uint8Array = new Uint8Array();

  /** Returns undefined at the end. */
  async function receive(): Promise<Uint8Array | undefined> {
    for (;;) {
      try {
        const { done, value } = await reader.read();
        if (done) return undefined;
        received += value.length;
        return value;
      } catch (error) {
        if (!reopen) throw error;
        reader = (await reopen(received, error)).getReader();
      }
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (next < writes.length && (writes[next]?.[0] ?? 0) <= given) next += 1;
        const [end, at] = writes[next] ?? [];
        if (end === undefined && behind) {
          behind = false;
          onCaughtUp?.();
        }
        while (waiting.length === 0) {
          const received = await receive();
          if (!received) return controller.close();
          waiting = received;
        }
        const size = end === undefined ? waiting.length : Math.min(waiting.length, end - given);
        if (at !== undefined) onTime?.(at);
        controller.enqueue(waiting.subarray(0, size));
        waiting = waiting.subarray(size);
        given += size;
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // One piece at a time, or the reported time would be that of a later piece.
    { highWaterMark: 0 },
  );
}
