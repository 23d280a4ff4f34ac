/** Connects a session to the provider of its model, or to a target of its route. */

import { requireRoute } from "#lib/gateway/lanes/find-openai-headers.ts";
import { runPlainCall } from "#lib/gateway/lanes/run-plain-call.ts";
import { LARGEST_ERROR } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import { getUpstreamId, type ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import type { ErrorReader } from "#lib/http/error-reading.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { connectSocket } from "#lib/upstreams/upstream-socket.ts";
import { BuiltInSocket } from "./built-in-socket.ts";
import { REALTIME_LIMITS } from "./realtime-limits.ts";
import type { SessionLink } from "./realtime-session.ts";
import { SessionGrant } from "./session-grant.ts";
import { SessionUsage } from "./session-usage.ts";

export type ProviderTerms = {
  /** Model as the client named it. */
  name: string;
  /** Route of the API, for errors. */
  route: string;
  /** Returns the dialect whose headers the upstream takes; undefined when it has no such API. */
  findDialect(upstream: Upstream): string | undefined;
  /** Returns the path with its query from the root of the upstream's origin. */
  writePath(upstream: Upstream, model: string): string;
  headers?: Record<string, string>;
  /** True for the API that built-in upstreams speak. */
  servesBuiltIn?: boolean;
  readError: ErrorReader;
  /** Called with the connection; its response is that of the request. */
  onLink(link: SessionLink): EndpointResponse;
};

/** @throws GatewayError for an unknown model, over a limit, and for a provider that refuses or cannot be reached */
export async function connectProvider(context: RequestContext, terms: ProviderTerms): Promise<EndpointResponse> {
  const { log, request, services } = context;
  const { name, route, writePath, headers = {}, readError, onLink } = terms;

  async function connect(resolved: ResolvedModel): Promise<Pick<SessionLink, "socket" | "upstream">> {
    const { model } = resolved;
    const builtIn = findBuiltIn(resolved, terms);
    if (builtIn) {
      log.lane = "sandbox";
      const upstream = { id: builtIn.id, redact: services.redact };
      return { socket: await BuiltInSocket.open(builtIn.realtime, model), upstream };
    }
    const { upstream, dialect } = findUpstream(resolved, terms);
    log.lane = "relay";
    const connecting = connectSocket(upstream, {
      path: writePath(upstream, model),
      headers: { ...upstream.requestHeaders[dialect]?.reply, ...headers },
      messageBytes: REALTIME_LIMITS.messageBytes,
      errorBytes: LARGEST_ERROR,
      readError,
      signal: request.client.signal,
    });
    return { socket: await requireRoute(connecting, { upstream, route, model }), upstream };
  }

  return runPlainCall(context, {
    ...{ name, wire: { model: name } },
    requireAble: (resolved) => void (findBuiltIn(resolved, terms) ?? findUpstream(resolved, terms)),
    listLosses: () => [],
    async run({ timeLimit }, resolved) {
      const { model } = resolved;
      const { socket, upstream } = await connect(resolved);
      const grant = await SessionGrant.open(context, { name, resolved });
      const usage = new SessionUsage({ log, store: services.store, grant });
      const session = { name, model };
      const response = onLink({ socket, upstream, session, usage, endsAt: timeLimit?.endsAt });
      return { ...response, headers: writeLaneHeaders(log) };
    },
    expect: async () => ({ inputTokens: 0, outputTokens: null }),
  });
}

/** Returns the built-in upstream of a model that has such sessions. */
function findBuiltIn(resolved: ResolvedModel, { servesBuiltIn = false }: Pick<ProviderTerms, "servesBuiltIn">) {
  if (!servesBuiltIn || resolved.kind !== "sandbox") return undefined;
  const { id, realtime } = resolved.builtIn;
  return realtime?.serves(resolved.model) ? { id, realtime } : undefined;
}

/** @throws GatewayError 404 with the reason for a model whose provider has no such API */
function findUpstream(
  resolved: ResolvedModel,
  { route, findDialect }: Pick<ProviderTerms, "route" | "findDialect">,
): { upstream: Upstream; dialect: string } {
  const lacks = (reason: string): GatewayError =>
    errors.providerLacksRoute({ provider: getUpstreamId(resolved), route, reason });
  if (resolved.kind === "sandbox") throw lacks("the sandbox has no such model");
  if (resolved.kind === "bridge") throw lacks("it is a package of the AI SDK");
  const { upstream } = resolved;
  const dialect = findDialect(upstream);
  if (dialect === undefined) throw lacks(`it speaks only ${[...upstream.dialects, ...upstream.media].join(", ")}`);
  return { upstream, dialect };
}
