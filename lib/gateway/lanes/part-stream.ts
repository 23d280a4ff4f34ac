/** PartStream: Parts that arrive over time, in batches of those that arrived together. */
import type { Part } from "#lib/canonical/part.ts";
import { PushQueue } from "../bodies/push-queue.ts";

export type PartStream = PushQueue<Part>;

/**
 * Limit on Parts in one batch: Parts without a pause between them are sent together, and the event loop gets its turn
 * after each batch.
 */
const BATCH = 64;

/**
 * Turns an iterable of single Parts, from the sandbox or a package, into a part stream.
 * @param generate starts at once; its signal is aborted when the reader stops
 */
export function createPartStream(generate: (signal: AbortSignal) => AsyncIterable<Part>): PartStream {
  const abort = new AbortController();
  let wake: (() => void) | undefined;
  let full = false;
  const release = () => {
    full = false;
    wake?.();
  };
  const queue: PartStream = new PushQueue<Part>({
    onCancel() {
      abort.abort();
      release();
    },
    onRoom: release,
  });

  async function pump(): Promise<void> {
    let batch: Part[] = [];
    let scheduled: NodeJS.Immediate | undefined;
    const flush = () => {
      clearImmediate(scheduled);
      scheduled = undefined;
      const parts = batch;
      batch = [];
      full = !queue.push(parts) && !abort.signal.aborted;
    };
    try {
      for await (const part of generate(abort.signal)) {
        batch.push(part);
        if (batch.length >= BATCH) {
          flush();
          await new Promise(setImmediate);
        } else scheduled ??= setImmediate(flush);
        if (full) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (abort.signal.aborted) return;
      }
    } finally {
      // Delivers the Parts before a failure.
      flush();
    }
    queue.end();
  }

  pump().catch((error: unknown) => queue.fail(error));
  return queue;
}
