/** Finds the upstreams that can create the video of a request, in the order in which they are tried. */
import type { VideoCall } from "#lib/canonical/video-call.ts";
import type { VideoModelRules } from "#lib/contract/openai-videos/model-rules.ts";
import { planTargets } from "#lib/gateway/lanes/plan-targets.ts";
import type { PreflightTerms } from "#lib/gateway/lanes/preflight.ts";
import { describeChoice } from "#lib/gateway/lanes/preflight-call.ts";
import { type SteeredCall, steerCall } from "#lib/gateway/lanes/steer-call.ts";
import type { ExpectedUnits } from "#lib/gateway/request/admission.ts";
import { admitModels, resolveTargets } from "#lib/gateway/routing/admit-models.ts";
import { recordTarget } from "#lib/gateway/routing/record-target.ts";
import { resolveModel, tryResolve } from "#lib/gateway/routing/resolve-model.ts";
import { readTestDown } from "#lib/gateway/routing/test-down.ts";
import { errors } from "#lib/http/errors.ts";
import { createTargetReader, type ReadVideoCall, type TargetReader } from "./read-video-target.ts";
import { createRoutePlan, type TaskPlan, type VideoTarget } from "./task-plan.ts";
import type { VideoContext } from "./video-context.ts";

export type VideoTargets = {
  /** Rules of the first target; none for an upstream's own model. */
  rules: VideoModelRules | undefined;
  /** Target to begin with. */
  upstream: string;
  call: VideoCall;
  plan: TaskPlan;
  /** The choice of the target, for a preflight. */
  choice: Pick<PreflightTerms, "targets" | "route" | "reason"> & Pick<TargetReader, "read" | "listLosses">;
};

/**
 * @param readCall also called for targets that are then not used
 * @throws GatewayError 404 for an unknown model; 400 for one that creates no videos, does not take the request, or would
 *   lose fields of it that may not be lost
 */
export async function findVideoTargets(
  context: VideoContext,
  { name, readCall }: { name: string; readCall: ReadVideoCall },
): Promise<VideoTargets> {
  const { services, log } = context;
  log.model = name;
  const { route, only, timeLimit, onLoss } = steerCall(context, name);
  const limits = planLimit(timeLimit);
  const { read, findRules, listLosses, requireNoLoss } = createTargetReader(context, { name, route, onLoss, readCall });
  if (!route) {
    const resolved = resolveModel(name, services);
    recordTarget(log, resolved, services);
    const { upstream, call } = read(resolved);
    await admitModels({ log, services }, { name, resolved: [resolved], maxTokens: 0, units: expectUnits(call) });
    requireNoLoss(resolved);
    const choice = { targets: [{ model: `${log.target}`, resolved }], read, listLosses };
    return { rules: findRules(resolved), upstream, call, plan: limits, choice };
  }
  const down = readTestDown(context, route);
  const all = await planTargets(context, {
    route,
    only,
    requireAble: requireNoLoss,
    listLosses: async (resolved) => listLosses(resolved),
  });
  const planned = all.filter(({ model }) => model !== down);
  if (down !== undefined && planned.length < all.length) {
    const error = errors.targetPulledDown({ model: down });
    if (planned.length === 0) throw error;
    log.beginAttempt(down);
    log.endAttempt(error.status, error.message);
  }
  // Models that are out of use come last: the others need no wait.
  const [first, ...others] = planned.toSorted((a, b) => Number(a.breaker.waitMs > 0) - Number(b.breaker.waitMs > 0));
  if (!first) throw errors.routeUnavailable({ route: route.name, seconds: 1 });
  recordTarget(log, first.resolved, services);
  const targets = [first, ...others].map(({ resolved, model }) => read(resolved, model));
  const { upstream, call } = targets[0] as VideoTarget;
  const resolved = resolveTargets(route, services);
  await admitModels({ log, services }, { name, resolved, maxTokens: 0, units: expectUnits(call) });
  return {
    rules: findRules(first.resolved),
    upstream,
    call,
    plan: { route: createRoutePlan(route, targets, log.attempts ?? []), ...limits },
    choice: { targets: [first, ...others], route: route.name, reason: describeChoice(only), read, listLosses },
  };
}

/** The time of a task is not that of its request: it goes on after a restart. */
function planLimit(limit: SteeredCall["timeLimit"]): Pick<TaskPlan, "limit"> {
  return limit ? { limit: { ms: limit.ms, endsAt: Date.now() + limit.ms } } : {};
}

/**
 * Admits a remix, which the upstream of its original makes.
 * @throws GatewayError 403, 402 or 429, as for every call of the model
 */
export async function planRemix(
  context: VideoContext,
  { model, upstream, call }: { model: string; upstream: string; call: VideoCall },
): Promise<TaskPlan> {
  const { services, log } = context;
  const resolved = tryResolve(`${upstream}/${call.model}`, services);
  await admitModels(
    { log, services },
    { name: model, resolved: resolved ? [resolved] : [], maxTokens: 0, units: expectUnits(call) },
  );
  return planLimit(steerCall(context, model).timeLimit);
}

/** Returns what a video is expected to use; its seconds are unknown when the model chooses them. */
function expectUnits({ seconds, count, prompt }: VideoCall): ExpectedUnits {
  return { videoSeconds: seconds === undefined ? null : seconds * count, characters: prompt.length };
}
