import { runGuarded } from "#lib/gateway/bodies/run-guarded.ts";
import { createDeadline, WITHOUT_LIMIT } from "#lib/gateway/lanes/create-deadline.ts";
import type { SteeredCall } from "#lib/gateway/lanes/steer-call.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";

type GuardedContext = Pick<RequestContext, "request" | "services"> & Pick<SteeredCall, "timeLimit">;

/**
 * Runs the work of a provider, which its signal ends when the client disconnects or the request's time is over.
 * @throws GatewayError the reason of that, or the work's own error
 */
export async function runAborting(
  { request: { client }, services, timeLimit }: GuardedContext,
  work: (signal: AbortSignal) => Promise<unknown>,
  abort = new AbortController(),
): Promise<void> {
  const { signal } = abort;
  const deadline = timeLimit && createDeadline({ timeLimit }, WITHOUT_LIMIT);
  try {
    await runGuarded({ client, services }, { deadline, abort: (error) => abort.abort(error) }, () => work(signal));
  } catch (error) {
    // An aborted provider has not failed.
    throw signal.aborted ? signal.reason : error;
  }
  signal.throwIfAborted();
}

/**
 * Waits for the first event of a stream, at most for `ms`.
 * @throws GatewayError the stream's failure before it
 */
export async function holdFirst(
  context: GuardedContext,
  { first, ms, abort }: { first: Promise<unknown>; ms: number; abort: AbortController },
): Promise<void> {
  // Its failure after the wait belongs to the reader of the stream, who may have left.
  first.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await runAborting(context, () => Promise.race([first, late]), abort);
  } finally {
    clearTimeout(timer);
  }
}
