/** Preflight: prepares a call as its lane would, and describes it in place of sending it. */

import type { RouteSettings } from "#lib/config/model-routes.ts";
import type { PreflightReply } from "#lib/contract/preflight.ts";
import { computeCost, isFree } from "#lib/contract/usage-cost.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { countPromptTokens } from "#lib/prompts/prompt-tokens.ts";
import { createJsonResponse } from "../bodies/json-response.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import type { Lane } from "../request/log-entry.ts";
import { writeLaneHeaders } from "../request/write-lane-headers.ts";
import { findOutputLimit, findTargetPrices } from "../routing/admit-models.ts";
import { recordTarget } from "../routing/record-target.ts";
import type { ResolvedModel } from "../routing/resolve-model.ts";
import type { CallContext } from "./call-context.ts";
import { describeRequest } from "./describe-request.ts";
import { listLosses } from "./list-losses.ts";
import { findSession, type PlannedTarget, planTargets } from "./plan-targets.ts";
import { expandContext } from "./run-target.ts";
import { UnsentRequest } from "./unsent-request.ts";

type Candidate = Pick<PlannedTarget, "model" | "resolved"> & Partial<Pick<PlannedTarget, "breaker" | "places">>;

export type PreflightTerms = {
  targets: readonly Candidate[];
  /** Name of the route; undefined for one model. */
  route?: string;
  /** Why the first target is first. */
  reason?: string;
  maxTokens: number | undefined;
  run: RunPreflight;
};

/** Runs the call on a model as the request itself would; it ends in an `UnsentRequest`. */
export type RunPreflight = (resolved: ResolvedModel) => Promise<EndpointResponse>;

/** Describes what a request to a route would become. @throws GatewayError as `preflight` */
export async function preflightRoute(
  context: CallContext,
  {
    route,
    only,
    ...terms
  }: { route: RouteSettings; only: string | undefined } & Pick<PreflightTerms, "maxTokens" | "run">,
): Promise<EndpointResponse> {
  const session = route.isSticky ? findSession(context) : undefined;
  const losses = (resolved: ResolvedModel) => listLosses(context, resolved);
  const targets = await planTargets(context, { route, only, session, listLosses: losses });
  const known = session && context.services.targets.findSession(route.name, session);
  const reason =
    only !== undefined
      ? "The header `x-gateway-route` asks for it."
      : known !== undefined && known === targets[0]?.model
        ? "It answered this conversation before."
        : "The route chose it by weight, among the models that lose no field.";
  return preflight(context, { ...terms, targets, route: route.name, reason });
}

/** @throws GatewayError what the request itself would be refused with */
export async function preflight(context: CallContext, terms: PreflightTerms): Promise<EndpointResponse> {
  const { log, wire } = context;
  const { target, unsent } = await prepareFirst(context, terms);
  const { resolved } = target;
  const [first] = terms.targets;
  const call = context.dialect.readRequest((await expandContext(context)).wire);
  const inputTokens = await countPromptTokens(call);
  const outputTokens = terms.maxTokens ?? findOutputLimit(resolved, context.services) ?? null;
  const prices = await findTargetPrices(resolved);
  const reply: PreflightReply = {
    object: "preflight",
    model: wire.model,
    route: terms.route ?? null,
    targets: await Promise.all(
      terms.targets.map(async (planned) => ({
        model: planned.model,
        state: getState(planned),
        lost: await listLosses(context, planned.resolved).catch(() => []),
      })),
    ),
    target: String(log.target),
    reason:
      target === first
        ? (terms.reason ?? "It is the only model of this name.")
        : "The models before it are out of use, busy, or would lose fields.",
    lane: log.lane as Lane,
    upstream: String(log.upstream),
    dropped: [...log.dropped],
    request: unsent.prepared ? describeRequest(unsent.prepared) : null,
    input_tokens: inputTokens,
    input_tokens_by: resolved.kind === "sandbox" ? "count" : "estimate",
    max_output_tokens: outputTokens,
    worst_case_usd: findWorstCase({ inputTokens, outputTokens, prices }),
  };
  return createJsonResponse(reply, { ...writeLaneHeaders(log), "x-gateway-dry-run": "true" });
}

type Prepared = { target: Candidate; unsent: UnsentRequest };

/** Prepares the first target that may serve the request now, or the first of all. */
async function prepareFirst(context: CallContext, { targets, run }: PreflightTerms): Promise<Prepared> {
  const ready = targets.filter((target) => getState(target) === "ready");
  let refusal: unknown;
  for (const target of ready.length > 0 ? ready : targets.slice(0, 1)) {
    context.log.dropped = [];
    recordTarget(context.log, target.resolved, context.services);
    try {
      await run(target.resolved);
    } catch (error) {
      if (error instanceof UnsentRequest) return { target, unsent: error };
      if (!GatewayError.isInstance(error) || error.code !== "fields_would_be_dropped") throw error;
      refusal = error;
    }
  }
  throw refusal ?? new Error("A lane answered a dry run.");
}

function getState({ breaker, places }: Candidate): PreflightReply["targets"][number]["state"] {
  if (breaker && breaker.state !== "closed") return breaker.state;
  return places?.isFull ? "busy" : "ready";
}

function findWorstCase({
  inputTokens,
  outputTokens,
  prices,
}: {
  inputTokens: number;
  outputTokens: number | null;
  prices: Awaited<ReturnType<typeof findTargetPrices>>;
}): number | null {
  if (!prices) return null;
  if (isFree(prices)) return 0;
  const tokens = prices.tokens && { ...prices.tokens, upToInputTokens: undefined };
  return computeCost({ inputTokens, outputTokens }, { ...prices, tokens })?.amount ?? null;
}
