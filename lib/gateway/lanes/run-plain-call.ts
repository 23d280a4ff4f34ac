/**
 * Runs a call that is no conversation, such as embeddings or speech, on the model or the route that it names: its
 * limits, its log entry, its dry run and the other targets of a route are those of every call.
 */
import type { ExpectedUnits } from "../request/admission.ts";
import type { RequestContext } from "../request/context.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import { admitModels, resolveTargets } from "../routing/admit-models.ts";
import { recordTarget } from "../routing/record-target.ts";
import { type ResolvedModel, resolveModel } from "../routing/resolve-model.ts";
import type { HoldTerms } from "./hold-terms.ts";
import { planTargets } from "./plan-targets.ts";
import { type ExpectedUse, type PreflightTerms, preflight } from "./preflight.ts";
import { describeChoice } from "./preflight-call.ts";
import { type RouteContext, runRoute } from "./run-route.ts";
import { type SteeredCall, steerCall } from "./steer-call.ts";

export type PlainContext = RequestContext & Pick<SteeredCall, "timeLimit" | "onLoss">;

export type PlainCall = {
  /** Model as the client named it. */
  name: string;
  /** Client's request, checked. */
  wire: object;
  /** Limit on the output in tokens; 0 for a call without tokens of its own. */
  maxTokens?: number | undefined;
  units?: ExpectedUnits | undefined;
  /** Throws for a model that can never serve such a call. */
  requireAble: (resolved: ResolvedModel) => void;
  listLosses: (resolved: ResolvedModel) => readonly string[];
  run: (context: PlainContext, resolved: ResolvedModel, hold?: HoldTerms) => Promise<EndpointResponse>;
  /** Returns what the call is expected to use, for a dry run. */
  expect: () => Promise<ExpectedUse>;
} & Pick<Parameters<typeof runRoute>[1], "mayRepeat">;

/** @throws GatewayError for an unknown model, and all errors of its lane */
export async function runPlainCall(received: RequestContext, call: PlainCall): Promise<EndpointResponse> {
  const { services, log } = received;
  const { name, maxTokens, units, requireAble } = call;
  log.model = name;
  const { route, only, ...steering } = steerCall(received, name);
  const context: PlainContext = { ...received, ...steering };
  if (route) return runOnRoute(context, { call, route, only });
  const resolved = resolveModel(name, services);
  recordTarget(log, resolved, services);
  const admission = log.grant && admitModels(received, { name, resolved: [resolved], maxTokens, units });
  if (admission) await admission;
  requireAble(resolved);
  if (log.dryRun) return preflightPlain(context, call, { targets: [{ model: `${log.target}`, resolved }] });
  return call.run(context, resolved);
}

async function runOnRoute(
  context: PlainContext,
  { call, ...steered }: { call: PlainCall } & Pick<Parameters<typeof runRoute>[1], "route" | "only">,
): Promise<EndpointResponse> {
  const { services, log } = context;
  const { name, wire, maxTokens, units, run, requireAble, mayRepeat } = call;
  const { route, only } = steered;
  const listLosses = async (resolved: ResolvedModel) => call.listLosses(resolved);
  if (log.grant) {
    const admission = admitModels(context, { name, resolved: resolveTargets(route, services), maxTokens, units });
    if (admission) await admission;
  }
  if (log.dryRun) {
    const targets = await planTargets(context, { ...steered, requireAble, listLosses });
    return preflightPlain(context, call, { targets, route: route.name, reason: describeChoice(only) });
  }
  const routeContext: RouteContext = { ...context, wire };
  return runRoute(routeContext, {
    ...steered,
    requireAble,
    listLosses,
    ...(mayRepeat ? { mayRepeat } : {}),
    attempt: (resolved, hold) => run(context, resolved, hold),
  });
}

/** Describes what the request would become, and sends nothing. */
function preflightPlain(
  context: PlainContext,
  { name, run, expect, listLosses }: PlainCall,
  terms: Pick<PreflightTerms, "targets" | "route" | "reason">,
): Promise<EndpointResponse> {
  return preflight(context, {
    ...terms,
    name,
    expect,
    listLosses: async (resolved) => listLosses(resolved),
    run: (resolved) => run(context, resolved),
  });
}
