/** Preflight: prepares a request as its lane would, and describes it in place of sending it. */

import type { PreflightReply } from "#lib/contract/preflight.ts";
import { computeCost, isFree, type UsageCounts, withoutPromptLimit } from "#lib/contract/usage-cost.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createJsonResponse } from "../bodies/json-response.ts";
import type { RequestContext } from "../request/context.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import type { Lane } from "../request/log-entry.ts";
import { writeLaneHeaders } from "../request/write-lane-headers.ts";
import { findTargetPrices } from "../routing/admit-models.ts";
import { recordTarget } from "../routing/record-target.ts";
import type { ResolvedModel } from "../routing/resolve-model.ts";
import { describeRequest } from "./describe-request.ts";
import type { PlannedTarget } from "./plan-targets.ts";
import { UnsentRequest } from "./unsent-request.ts";

export type Candidate = Pick<PlannedTarget, "model" | "resolved"> & Partial<Pick<PlannedTarget, "breaker" | "places">>;

export type PreflightTerms = {
  /** Model as the client named it. */
  name: string;
  targets: readonly Candidate[];
  /** Name of the route; undefined for one model. */
  route?: string | undefined;
  /** Why the first target is first. */
  reason?: string | undefined;
  /** Prepares the request for a model as the request itself would; it ends in an `UnsentRequest`. */
  run(resolved: ResolvedModel): Promise<unknown>;
  /** Returns the fields with an effect on the response that a model would not get. */
  listLosses(resolved: ResolvedModel): Promise<readonly string[]>;
  /** Returns what the request is expected to use at most. */
  expect(resolved: ResolvedModel): Promise<ExpectedUse>;
};

/** Null where it is unknown. */
export type ExpectedUse = { inputTokens: number; outputTokens: number | null } & Pick<
  UsageCounts,
  "images" | "videoSeconds" | "characters"
>;

type PreflightContext = Pick<RequestContext, "log" | "services">;

/** @throws GatewayError what the request itself would be refused with */
export async function preflight(context: PreflightContext, terms: PreflightTerms): Promise<EndpointResponse> {
  const { log } = context;
  const { target, unsent } = await prepareFirst(context, terms);
  const { resolved } = target;
  const [first] = terms.targets;
  const use = await terms.expect(resolved);
  const reply: PreflightReply = {
    object: "preflight",
    model: terms.name,
    route: terms.route ?? null,
    targets: await Promise.all(
      terms.targets.map(async (planned) => ({
        model: planned.model,
        state: getState(planned),
        lost: [...(await terms.listLosses(planned.resolved).catch(() => []))],
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
    input_tokens: use.inputTokens,
    input_tokens_by: resolved.kind === "sandbox" ? "count" : "estimate",
    max_output_tokens: use.outputTokens,
    images: use.images ?? null,
    video_seconds: use.videoSeconds ?? null,
    worst_case_usd: await findWorstCase(resolved, use),
  };
  return createJsonResponse(reply, { ...writeLaneHeaders(log), "x-gateway-dry-run": "true" });
}

type Prepared = { target: Candidate; unsent: UnsentRequest };

/** Prepares the first target that may serve the request now, or the first of all. */
async function prepareFirst(context: PreflightContext, { targets, run }: PreflightTerms): Promise<Prepared> {
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

async function findWorstCase(resolved: ResolvedModel, use: ExpectedUse): Promise<number | null> {
  const prices = await findTargetPrices(resolved);
  if (!prices) return null;
  if (isFree(prices)) return 0;
  return computeCost(use, withoutPromptLimit(prices))?.amount ?? null;
}
