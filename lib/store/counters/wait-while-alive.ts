import { setImmediate as nextTurn } from "node:timers/promises";

/** Longest wait for one reply of a server that sends others. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Waits for a reply of a server for as long as it sends any: under load the replies to others come first.
 * @param options `silenceMs`: silence after which the server counts as gone; `lastReplyAt`: time of its last reply, as
 * in `performance.now()`
 * @throws when it is silent
 */
export async function waitWhileAlive<T>(
  reply: Promise<T>,
  { silenceMs, lastReplyAt = () => 0 }: { silenceMs: number; lastReplyAt?: () => number },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const startedAt = performance.now();
  const silence = new Promise<never>((_resolve, reject) => {
    const watch = (ms: number) => {
      timer = setTimeout(async () => {
        // After a long task of this process the replies are there, and not read yet.
        await nextTurn();
        const now = performance.now();
        const silentMs = now - Math.max(startedAt, lastReplyAt());
        if (silentMs >= silenceMs || now - startedAt > LONGEST_WAIT_MS) {
          reject(new Error(`no response within ${silenceMs} ms`));
        } else {
          watch(silenceMs - silentMs);
        }
      }, ms);
    };
    watch(silenceMs);
  });
  try {
    return await Promise.race([reply, silence]);
  } finally {
    clearTimeout(timer);
  }
}
