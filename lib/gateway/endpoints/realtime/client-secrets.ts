/** `POST /v1/realtime/client_secrets`: a short-lived secret of a provider, with which a browser connects to it directly. */
import { type ClientSecretRequest, clientSecretRequest } from "#lib/contract/realtime/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { findOpenAiDialect, listDialects, requireRoute } from "#lib/gateway/lanes/find-openai-headers.ts";
import { type RelayDialect, relay } from "#lib/gateway/lanes/relay.ts";
import { runPlainCall } from "#lib/gateway/lanes/run-plain-call.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { hasCallLimits } from "#lib/gateway/request/has-call-limits.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { getUpstreamId, type ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";

export const REALTIME = "openai-realtime";
const PATH = "/realtime/client_secrets";
const ROUTE = `/v1${PATH}`;

const chat = dialects["openai-chat"];
const dialect: RelayDialect = {
  ...{ id: REALTIME, modelPlace: "body", writeUpstreamPath: () => PATH, relayedHeaders: ["openai-safety-identifier"] },
  ...{ ping: chat.ping, writeStreamError: chat.writeStreamError, readError: chat.readError },
  ...{ readStreamTail: chat.readStreamTail, readReplyUsage: () => undefined },
};

/** @throws GatewayError 403 for a key with limits, which do not hold in a session that bypasses the gateway */
export async function createClientSecret(context: RequestContext): Promise<EndpointResponse> {
  const { request, services, principal, log } = context;
  const { value, size } = await readJson(request, services.settings.limits.bodyBytes);
  log.requestBytes = size;
  const wire = validate(clientSecretRequest, value);
  if (hasCallLimits(principal, services)) throw errors.clientSecretOfLimitedKey();
  const { model: name } = wire.session;
  return runPlainCall(context, {
    ...{ name, wire, maxTokens: 0 },
    requireAble: (resolved) => void findUpstream(resolved),
    listLosses: () => [],
    run(plain, resolved) {
      const { upstream, headersOf } = findUpstream(resolved);
      const { model } = resolved;
      log.lane = "relay";
      const body = { headers: {}, content: writeBody(wire, model) };
      const call = { ...plain, dialect: { ...dialect, headersOf }, wire: { model: name, stream: false }, bodyText: "" };
      // Each secret is one more that has to be kept: it is created once.
      return requireRoute(relay(call, upstream, { model, body, once: true }), { upstream, route: ROUTE, model });
    },
    expect: async () => ({ inputTokens: 0, outputTokens: null }),
  });
}

const writeBody = (wire: ClientSecretRequest, model: string): string =>
  JSON.stringify({ ...wire, session: { ...wire.session, model } });

/** @throws GatewayError 404 with the reason for a model whose provider has no such route */
function findUpstream(resolved: ResolvedModel) {
  const lacks = (reason: string) =>
    errors.providerLacksRoute({ provider: getUpstreamId(resolved), route: ROUTE, reason });
  if (resolved.kind === "sandbox") throw lacks("the sandbox has no such model");
  if (resolved.kind === "bridge") throw lacks("it is a package of the AI SDK");
  const { upstream } = resolved;
  const headersOf = findOpenAiDialect(upstream);
  if (headersOf === undefined) throw lacks(`it speaks only ${listDialects(upstream)}`);
  return { upstream, headersOf };
}
