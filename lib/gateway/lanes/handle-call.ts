/** Handles one call of a model: checks the body, and runs it on the model or the route that it names. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RouteSettings } from "#lib/config/model-routes.ts";
import type { Dialect, RouteParameters, WireRequest } from "#lib/dialects/dialect.ts";
import type { RequestContext } from "../request/context.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import { readPrompt } from "../request/prompt-reading.ts";
import { type JsonBody, LARGE_BODY, readJson } from "../request/read-json.ts";
import { admitModels, resolveTargets } from "../routing/admit-models.ts";
import { recordTarget } from "../routing/record-target.ts";
import { type ResolvedModel, resolveModel } from "../routing/resolve-model.ts";
import { openCache } from "./cache/open-cache.ts";
import type { CallContext } from "./call-context.ts";
import { openHooks } from "./hooks/open-hooks.ts";
import { listLosses } from "./list-losses.ts";
import { listSessions } from "./plan-targets.ts";
import { preflightCall, preflightRoute } from "./preflight-call.ts";
import { openPrompt } from "./prompts/apply-prompt.ts";
import { runLane } from "./run-lane.ts";
import { runRoute } from "./run-route.ts";
import { expandContext, runTarget, type WrapLane } from "./run-target.ts";
import { steerCall } from "./steer-call.ts";

export type CallTerms = {
  dialect: Dialect;
  /** Model and streaming mode, in a dialect with both in its path. */
  parameters?: RouteParameters;
  wrapLane?: WrapLane;
  /**
   * Returns true for a request that needs `wrapLane` on a route: whichever target answers, the gateway writes the
   * response, so that another one can continue it.
   */
  needsGateway?(wire: WireRequest): boolean;
  /** True when `wrapLane` is needed for every target, also for one to which the request could be relayed. */
  neverRelay?: boolean | ((wire: WireRequest) => boolean);
  /** Returns true for a refusal by an upstream that lacks the route; `wrapLane` answers in its place. */
  isUnsupported?(error: unknown, model: string): boolean;
};

/** @throws GatewayError for an invalid request, an unknown model, and all errors of its lane */
export async function handleCall(
  { request, services, principal, log, query, params }: RequestContext,
  terms: CallTerms,
): Promise<EndpointResponse> {
  const { dialect } = terms;
  const { bodyBytes } = services.settings.limits;
  const body: JsonBody & Pick<CallTerms, "parameters"> = await readJson(request, bodyBytes, { abridge: true });
  const { size } = body;
  const ofPrompt = { request, services, principal, log, dialect, parameters: terms.parameters };
  const prompting = openPrompt(ofPrompt, body);
  const { value, text, abridged, parameters = terms.parameters } = prompting ? await prompting : body;
  log.requestBytes = size;
  const isLarge = size >= LARGE_BODY;
  if (isLarge) await nextTurn();
  const received = { wire: dialect.parseRequest(value, parameters), text, abridged };
  if (isLarge) await nextTurn();
  const hooks = openHooks({ request, services, principal, log, dialect, parameters });
  const { wire, text: bodyText, abridged: abridgedBody } = hooks ? await hooks.checkRequest(received) : received;
  log.model = wire.model;
  log.stream = wire.stream === true;
  log.prefix = readPrompt(wire, { keyId: principal.keyId, sessions: listSessions({ request, wire }), bytes: size });
  const { route, only, timeLimit, onLoss, emulates } = steerCall({ request, services, principal }, wire.model);
  // Written out: spread into one object, these fields take longer than the rest of this function.
  const context: CallContext = {
    request,
    services,
    principal,
    log: hooks?.log ?? log,
    query,
    params,
    dialect,
    wire,
    bodyText,
    hasSeal: undefined,
    abridged: abridgedBody,
    parameters,
    timeLimit,
    onLoss,
    emulates,
    neverRelay: typeof terms.neverRelay === "function" ? terms.neverRelay(wire) : terms.neverRelay,
    isUnsupported: terms.isUnsupported,
  };
  const cache = openCache(context, { log, route });
  const found = cache?.find();
  if (found) return found;
  const responding = route ? callRoute(context, { ...terms, route, only }) : callModel(context, terms);
  const response = hooks ? hooks.checkResponse(await responding, wire) : responding;
  return cache ? cache.keep(await response) : response;
}

/** Calls the one model that a request names. */
async function callModel(context: CallContext, { wrapLane = runUnwrapped }: CallTerms): Promise<EndpointResponse> {
  const { log, services, wire } = context;
  const resolved = resolveModel(wire.model, services);
  recordTarget(log, resolved, services);
  const maxTokens = findMaxTokens(wire);
  // Nothing is awaited where all limits are counted here.
  const admission = log.grant && admitModels(context, { name: wire.model, resolved: [resolved], maxTokens });
  if (admission) await admission;
  if (log.dryRun) {
    const run = (target: ResolvedModel) => runTarget(context, target, { wrapLane });
    return preflightCall(context, { targets: [{ model: `${log.target}`, resolved }], maxTokens, run });
  }
  return runTarget(context, resolved, { wrapLane });
}

/** Calls the targets of a route. */
async function callRoute(
  context: CallContext,
  {
    route,
    only,
    wrapLane = runUnwrapped,
    needsGateway = () => false,
  }: CallTerms & { route: RouteSettings; only?: string | undefined },
): Promise<EndpointResponse> {
  const { log, services, wire } = context;
  if (log.grant) {
    const resolved = resolveTargets(route, services);
    const admission = admitModels(context, { name: wire.model, resolved, maxTokens: findMaxTokens(wire) });
    if (admission) await admission;
  }
  if (log.dryRun) {
    const run = async (target: ResolvedModel) =>
      needsGateway(wire)
        ? wrapLane(await expandContext(context), (call) => runLane(call, target))
        : runTarget(context, target, { wrapLane });
    return preflightRoute(context, { route, only, maxTokens: findMaxTokens(wire), run });
  }
  if (!needsGateway(wire)) {
    return runRoute(context, {
      route,
      only,
      listLosses: (resolved) => listLosses(context, resolved),
      attempt: (resolved, hold) => runTarget(context, resolved, { wrapLane, hold }),
    });
  }
  return wrapLane(await expandContext(context), (call) =>
    runRoute(call, {
      route,
      only,
      isStored: true,
      listLosses: (resolved) => listLosses(call, resolved),
      attempt: (resolved, hold) => runLane(call, resolved, hold),
    }),
  );
}

const runUnwrapped: WrapLane = (context, run) => run(context);

/** Returns the client's limit on the output in tokens, by the names of all APIs. */
function findMaxTokens(wire: WireRequest): number | undefined {
  const { max_completion_tokens, max_tokens, max_output_tokens, generationConfig, generation_config } = wire as Record<
    string,
    unknown
  > & {
    generationConfig?: { maxOutputTokens?: unknown } | null;
    generation_config?: { max_output_tokens?: unknown } | null;
  };
  // Written out: a list of them takes longer than all that is done with it.
  if (typeof max_completion_tokens === "number") return max_completion_tokens;
  if (typeof max_tokens === "number") return max_tokens;
  if (typeof max_output_tokens === "number") return max_output_tokens;
  const inConfig = generationConfig?.maxOutputTokens;
  if (typeof inConfig === "number") return inConfig;
  const inSnakeCase = generation_config?.max_output_tokens;
  return typeof inSnakeCase === "number" ? inSnakeCase : undefined;
}
