/** Whatever yields Parts by and by, as a source of them: the sandbox, or the bridge to a package. */
import type { Part } from "#lib/canonical/part.ts";
import { toGatewayError } from "#lib/http/error-response.ts";
import type { PartReceiver, PartSource } from "./answer-parts.ts";

/** Parts made without a pause between them leave together, and the event loop gets its turn this often. */
const BATCH = 64;

/** @param answer is told by the signal that nobody listens any more */
export function createPartSource(answer: (signal: AbortSignal) => AsyncIterable<Part>): PartSource {
  const abort = new AbortController();
  let wake: (() => void) | undefined;

  async function pump(receiver: PartReceiver): Promise<void> {
    let batch: Part[] = [];
    let scheduled: NodeJS.Immediate | undefined;
    let full = false;
    const flush = () => {
      clearImmediate(scheduled);
      scheduled = undefined;
      if (batch.length === 0 || abort.signal.aborted) return;
      const parts = batch;
      batch = [];
      full = !receiver.parts(parts);
    };
    try {
      for await (const part of answer(abort.signal)) {
        batch.push(part);
        if (batch.length >= BATCH) {
          flush();
          await new Promise(setImmediate);
        } else scheduled ??= setImmediate(flush);
        if (full) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          full = false;
        }
        if (abort.signal.aborted) return;
      }
    } finally {
      // What came before a failure came.
      flush();
    }
    if (!abort.signal.aborted) receiver.end();
  }

  return {
    start(receiver) {
      pump(receiver).catch((error: unknown) => {
        if (!abort.signal.aborted) receiver.fail(toGatewayError(error));
      });
    },
    resume: () => wake?.(),
    cancel() {
      abort.abort();
      wake?.();
    },
  };
}
