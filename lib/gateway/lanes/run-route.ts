/**
 * Runs one call on the targets of a route, until one answers. The target changes before the first content only: after
 * it nothing is ever replayed.
 */
import { cacheByObject } from "#lib/http/cache-by-object.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import { writeLaneHeaders } from "../request/write-lane-headers.ts";
import { judgeFailure, listTriggers, type StreamFailure } from "../routing/failure-triggers.ts";
import { recordTarget } from "../routing/record-target.ts";
import type { ResolvedModel } from "../routing/resolve-model.ts";
import { readTestDown } from "../routing/test-down.ts";
import { acquireTarget, tryAcquire } from "./acquire-target.ts";
import type { CallContext } from "./call-context.ts";
import type { HoldTerms } from "./hold-terms.ts";
import { findSession, type PlannedTarget, planTargets, type TargetTerms } from "./plan-targets.ts";

/** The part of a call that a route uses; a call for images has no dialect of texts. */
export type RouteContext = Pick<CallContext, "request" | "services" | "principal" | "log" | "timeLimit"> & {
  wire: object;
  dialect?: Pick<CallContext["dialect"], "createId">;
};

type RouteTerms = TargetTerms & {
  /** Decides whether a failed request may go to the next target; by the failures of the route's `on` when absent. */
  mayRepeat?: (error: GatewayError, inStream: StreamFailure | undefined) => boolean;
  /** True for a response that the gateway stores: its id, by which it is continued, is known before. */
  isStored?: boolean;
  attempt: (resolved: ResolvedModel, hold: HoldTerms) => Promise<EndpointResponse>;
};

/** @throws GatewayError the last target's error; 503 when all targets are out of use, 499 when the client has left */
export async function runRoute(context: RouteContext, terms: RouteTerms): Promise<EndpointResponse> {
  const { route } = terms;
  const down = readTestDown(context, route);
  const session = route.isSticky ? findSession(context) : undefined;
  const planned = planTargets(context, terms, session);
  let targets = planned instanceof Promise ? await planned : planned;
  let failure: unknown;
  while (targets.length > 0) {
    // The first target is nearly always free, and nothing is awaited then.
    const target =
      targets.find(tryAcquire) ?? (await acquireTarget(context, targets, { route, hasFailed: failure !== undefined }));
    if (!target) break;
    targets = targets.filter((other) => other !== target);
    const isLast = targets.every(({ breaker }) => breaker.waitMs > 0);
    const result = await tryTarget(context, target, { terms, isLast, down });
    if ("response" in result) {
      if (route.isSticky) remember(context, target, { route, isStored: terms.isStored, session });
      return result.response;
    }
    if (!result.mayGoOn) throw result.error;
    failure = result.error;
  }
  throw failure;
}

type Result = { response: EndpointResponse } | { error: unknown; mayGoOn: boolean };

async function tryTarget(
  context: RouteContext,
  { model, resolved, breaker, places }: PlannedTarget,
  { terms, isLast, down }: { terms: RouteTerms; isLast: boolean; down: string | undefined },
): Promise<Result> {
  const { route, attempt } = terms;
  const { log, request, services } = context;
  let streamFailure: StreamFailure | undefined;
  log.beginAttempt(model);
  recordTarget(log, resolved, services);
  const isPulledDown = model === down;
  try {
    if (isPulledDown) throw errors.targetPulledDown({ model });
    const response = await attempt(isLast ? resolved : withoutRetries(resolved), {
      ms: route.firstTokenMs ?? services.settings.streams.pingMs,
      failsLate: route.firstTokenMs !== undefined,
      isLast,
      onFailure: (kind) => {
        streamFailure = kind;
      },
    });
    breaker.succeeded();
    // A stream may still break: nothing can be replayed then, but the target is known to be bad.
    log.whenFinished(() => {
      places?.give();
      if (log.outcome && log.outcome.status >= 500) breaker.failed();
    });
    log.endAttempt(response.status);
    Object.assign(response.headers, writeLaneHeaders(log));
    return { response };
  } catch (error) {
    places?.give();
    // A request that ran out of its own time says nothing of its target.
    if (request.client.left || !GatewayError.isInstance(error) || error.code === "request_timeout") {
      breaker.released();
      return { error, mayGoOn: false };
    }
    log.endAttempt(error.status, error.message);
    const isRefused = error.code === "fields_would_be_dropped";
    if (isPulledDown) {
      breaker.released();
      return { error, mayGoOn: route.on.has(error.status) };
    }
    judgeFailure(breaker, error);
    const mayRepeat = terms.mayRepeat
      ? terms.mayRepeat(error, streamFailure)
      : listTriggers(error, streamFailure).some((trigger) => route.on.has(trigger));
    return { error, mayGoOn: isRefused || mayRepeat };
  }
}

/** With other targets left, these are the retries. */
function withoutRetries(resolved: ResolvedModel): ResolvedModel {
  return resolved.kind === "upstream" ? { ...resolved, upstream: sendOnce(resolved.upstream) } : resolved;
}

const sendOnce = cacheByObject(
  (upstream: Upstream): Upstream => ({ ...upstream, retries: { attempts: 0, maxDelayMs: 0 } }),
);

/** The next request of this conversation finds its prompt in the cache of the same target. */
function remember(
  { services, dialect }: RouteContext,
  { model }: PlannedTarget,
  { route, isStored, session }: Pick<RouteTerms, "route" | "isStored"> & { session: string | undefined },
): void {
  if (session !== undefined) services.targets.rememberSession(route.name, session, model);
  if (isStored && dialect) services.targets.rememberSession(route.name, dialect.createId(), model);
}
