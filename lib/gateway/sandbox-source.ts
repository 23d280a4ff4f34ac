/** The sandbox as a source of Parts. */
import type { Call } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import { toGatewayError } from "#lib/http/error-response.ts";
import { answer } from "#lib/sandbox/answer.ts";
import type { PartReceiver, PartSource } from "./answer-parts.ts";

/** Parts made without a pause between them leave together, and the event loop gets its turn this often. */
const BATCH = 64;

export function createSandboxSource(call: Call, { tokensPerSecond }: { tokensPerSecond: number }): PartSource {
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
    for await (const part of answer(call, { signal: abort.signal, tokensPerSecond })) {
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
    flush();
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
