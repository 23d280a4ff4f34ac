import type { Log } from "#lib/gateway/request/log.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { describeReason, isStorageFault } from "#lib/http/storage-fault.ts";

const PAUSE_MS = 10_000;
/** Time at which each kind of storage fault is logged again. */
const pausedUntil = new Map<string | undefined, number>();

/**
 * Logs a fault that is not the client's: an unexpected error with its stack; a storage fault, which fails every
 * request, once in ten seconds.
 * @param error error that the client gets
 */
export function logFault(
  thrown: unknown,
  error: GatewayError,
  { requestId, log }: { requestId: string; log: Log },
): void {
  if (error.status === 500 && !GatewayError.isInstance(thrown)) {
    const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    log(`${requestId} ${reason}`, { request_id: requestId });
  }
  if (!isStorageFault(error) || performance.now() < (pausedUntil.get(error.code) ?? 0)) return;
  pausedUntil.set(error.code, performance.now() + PAUSE_MS);
  log(`${error.message} Reason: ${describeReason(error)}`);
}
