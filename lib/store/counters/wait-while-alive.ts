/** Longest wait for one reply of a server that sends others. */
const LONGEST_WAIT_MS = 5_000;
/** Parts of the silence, each of which counts only if this process had time to read in it. */
const PARTS = 5;
/** Delay of a timer from which on this process was busy. */
const BUSY_MS = 25;

/**
 * Waits for a reply of a server for as long as it sends any: under load the replies to others come first. Time in which
 * this process was busy is not the server's silence.
 * @param options `silenceMs`: silence after which the server counts as gone; `lastReplyAt`: time of its last reply, as
 * in `performance.now()`
 * @throws when it is silent
 */
export async function waitWhileAlive<T>(
  reply: Promise<T>,
  { silenceMs, lastReplyAt = () => 0 }: { silenceMs: number; lastReplyAt?: () => number },
): Promise<T> {
  const partMs = silenceMs / PARTS;
  const endsAt = performance.now() + LONGEST_WAIT_MS;
  let silentParts = 0;
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    const watch = () => {
      const startedAt = performance.now();
      timer = setTimeout(() => {
        const now = performance.now();
        if (lastReplyAt() >= startedAt) silentParts = 0;
        else if (now - startedAt < partMs + BUSY_MS) silentParts += 1;
        if (silentParts < PARTS && now < endsAt) watch();
        else reject(new Error(`no response within ${silenceMs} ms`));
      }, partMs);
    };
    watch();
  });
  try {
    return await Promise.race([reply, silence]);
  } finally {
    clearTimeout(timer);
  }
}
