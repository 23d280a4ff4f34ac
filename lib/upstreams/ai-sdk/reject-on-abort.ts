/** Stops waiting at the signal, because a package may ignore it. */
export function rejectOnAbort<Answer>(answer: PromiseLike<Answer>, signal: AbortSignal): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([answer, promise]).finally(() => signal.removeEventListener("abort", onAbort));
}
