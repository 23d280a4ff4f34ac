/** Acquires the target of a route that serves a request next: one that is in use and has a place. */
import { setTimeout as delay } from "node:timers/promises";
import type { RouteSettings } from "#lib/config/model-routes.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { ROUTE_LIMITS } from "../limits.ts";
import type { CallContext } from "./call-context.ts";
import type { PlannedTarget } from "./plan-targets.ts";

const POLL_MS = 100;

/**
 * Returns the first target that may serve now; its breaker and its place are taken. When all are busy or out of use, it
 * waits for one. After a failure of another target it waits for a place only, and returns undefined without one.
 * @throws GatewayError 503 when no target is free in time, 504 when the request's own time is over, 499 when the client has
 * left
 */
export async function acquireTarget(
  context: Pick<CallContext, "request" | "timeLimit">,
  targets: readonly PlannedTarget[],
  { route, hasFailed }: { route: RouteSettings; hasFailed: boolean },
): Promise<PlannedTarget | undefined> {
  const { client } = context.request;
  const endsAt = Math.min(performance.now() + ROUTE_LIMITS.waitMs, context.timeLimit?.endsAt ?? Infinity);
  for (;;) {
    const free = targets.find(tryAcquire);
    if (free) return free;
    const busy = targets.filter(({ breaker }) => breaker.waitMs === 0);
    if (busy.length > 0) {
      const acquired = await waitForPlace(busy, { signal: client.signal, endsAt });
      client.throwIfDisconnected();
      if (acquired) return acquired;
      if (hasFailed) return undefined;
      requireTime(context.timeLimit);
      if (performance.now() >= endsAt || !busy.some(({ places }) => places?.hasRoom)) {
        throw errors.routeBusy({ route: route.name, seconds: 1 });
      }
    } else if (hasFailed) return undefined;
    else {
      requireTime(context.timeLimit);
      await waitForBreaker(context, targets, { route, endsAt });
    }
  }
}

/** @throws GatewayError 504 after the time that the client or the route allows */
function requireTime(timeLimit: CallContext["timeLimit"]): void {
  if (timeLimit && performance.now() >= timeLimit.endsAt) throw errors.requestTimeout({ ms: timeLimit.ms });
}

/** Takes the breaker and the place of a target; returns false when either is not free. */
export function tryAcquire({ breaker, places }: PlannedTarget): boolean {
  if (places && !places.tryTake()) return false;
  if (breaker.tryAcquire()) return true;
  places?.give();
  return false;
}

/** Waits in the shortest queue. Returns undefined without a place in time, or when its target has failed meanwhile. */
async function waitForPlace(
  busy: readonly PlannedTarget[],
  { signal, endsAt }: { signal: AbortSignal; endsAt: number },
): Promise<PlannedTarget | undefined> {
  const [target] = busy
    .filter(({ places }) => places?.hasRoom)
    .sort((one, other) => (one.places?.waiting ?? 0) - (other.places?.waiting ?? 0));
  if (!target?.places) return undefined;
  const late = AbortSignal.timeout(Math.max(0, Math.ceil(endsAt - performance.now())));
  if (!(await target.places.wait(AbortSignal.any([signal, late])))) return undefined;
  if (!signal.aborted && target.breaker.tryAcquire()) return target;
  target.places.give();
  return undefined;
}

/** Waits until one target may be tried. @throws GatewayError 503 when that takes too long */
async function waitForBreaker(
  { request: { client } }: Pick<CallContext, "request">,
  targets: readonly PlannedTarget[],
  { route, endsAt }: { route: RouteSettings; endsAt: number },
): Promise<void> {
  const findWait = () => Math.min(...targets.map(({ breaker }) => breaker.waitMs));
  // A probe in progress ends at a time that nobody knows.
  const earliest = findWait();
  if (Number.isFinite(earliest) && performance.now() + earliest > endsAt) throw unavailable(route.name, earliest);
  while (findWait() > 0) {
    if (performance.now() >= endsAt) throw unavailable(route.name, findWait());
    const wait = Math.min(POLL_MS, endsAt - performance.now());
    await delay(wait, undefined, { signal: client.signal }).catch(() => client.throwIfDisconnected());
  }
}

function unavailable(route: string, waitMs: number): GatewayError {
  const seconds = Number.isFinite(waitMs) ? Math.max(1, Math.ceil(waitMs / 1_000)) : 1;
  return errors.routeUnavailable({ route, seconds });
}
