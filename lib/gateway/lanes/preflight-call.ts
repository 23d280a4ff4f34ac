/** Preflight of a call of a text model, and of what a route would do with it. */

import type { RouteSettings } from "#lib/config/model-routes.ts";
import { countPromptTokens } from "#lib/prompts/prompt-tokens.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import { findOutputLimit } from "../routing/admit-models.ts";
import type { ResolvedModel } from "../routing/resolve-model.ts";
import type { CallContext } from "./call-context.ts";
import { listLosses } from "./list-losses.ts";
import { findSession, planTargets } from "./plan-targets.ts";
import { type PreflightTerms, preflight } from "./preflight.ts";
import { expandContext } from "./run-target.ts";

type CallTerms = Pick<PreflightTerms, "targets" | "route" | "reason" | "run"> & {
  /** Limit of the client on the response in tokens. */
  maxTokens: number | undefined;
};

/** @throws GatewayError what the call itself would be refused with */
export function preflightCall(context: CallContext, { maxTokens, ...terms }: CallTerms): Promise<EndpointResponse> {
  return preflight(context, {
    ...terms,
    name: context.wire.model,
    listLosses: async (resolved) => listLosses(context, resolved),
    async expect(resolved) {
      const call = context.dialect.readRequest((await expandContext(context)).wire);
      const inputTokens = await countPromptTokens(call);
      return { inputTokens, outputTokens: maxTokens ?? findOutputLimit(resolved, context.services) ?? null };
    },
  });
}

/** @throws GatewayError as `preflightCall` */
export async function preflightRoute(
  context: CallContext,
  { route, only, ...terms }: { route: RouteSettings; only: string | undefined } & Pick<CallTerms, "maxTokens" | "run">,
): Promise<EndpointResponse> {
  const session = route.isSticky ? findSession(context) : undefined;
  const losses = (resolved: ResolvedModel) => listLosses(context, resolved);
  const targets = await planTargets(context, { route, only, listLosses: losses }, session);
  const known = session && context.services.targets.findSession(route.name, session);
  const reason =
    known !== undefined && known === targets[0]?.model ? "It answered this conversation before." : describeChoice(only);
  return preflightCall(context, { ...terms, targets, route: route.name, reason });
}

/** Says why a route would begin with its first target. */
export function describeChoice(only: string | undefined): string {
  return only === undefined
    ? "The route chose it by weight, among the models that lose no field."
    : "The header `x-gateway-route` asks for it.";
}
