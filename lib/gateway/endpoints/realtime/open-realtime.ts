/** `GET /v1/realtime`: sessions of OpenAI's Realtime API. The provider is connected before the client's socket opens. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import { findOpenAiDialect } from "#lib/gateway/lanes/find-openai-headers.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { connectProvider } from "./connect-provider.ts";
import { openAiProtocol } from "./openai-protocol.ts";
import type { RealtimeServices } from "./realtime-sessions.ts";

const PASSED_HEADERS = ["openai-beta", "openai-safety-identifier"];
/** Subprotocol by which a browser names what a server names in the header `openai-beta`. */
const BETA_PROTOCOL = /(?:^|,)\s*openai-beta\.realtime-v1\s*(?:,|$)/;

/** @throws GatewayError 426 without an upgrade, 400 without a model, and all errors of the model and its provider */
export async function openRealtime(context: RequestContext<RealtimeServices>): Promise<EndpointResponse> {
  const { request, services } = context;
  const { realtimeSessions } = services;
  realtimeSessions.requireUpgrade(context);
  try {
    return await connect(context);
  } catch (thrown) {
    // A browser shows its page no response to a handshake, so the reason comes over the socket.
    const isShown = request.headers.origin === undefined;
    if (isShown || request.client.left || !GatewayError.isInstance(thrown)) throw thrown;
    return realtimeSessions.accept(context, openAiProtocol, { refusal: thrown });
  }
}

async function connect(context: RequestContext<RealtimeServices>): Promise<EndpointResponse> {
  const { request, services } = context;
  const query = new URLSearchParams(request.query);
  const name = query.get("model");
  if (!name && query.has("call_id")) throw errors.realtimeCallUnsupported();
  if (!name) throw errors.realtimeModelMissing();
  return connectProvider(context, {
    name,
    route: "/v1/realtime",
    findDialect: findOpenAiDialect,
    writePath: ({ basePath }, model) => `${basePath}/realtime?${writeQuery(query, model)}`,
    headers: selectHeaders(request),
    servesBuiltIn: true,
    readError: dialects["openai-chat"].readError,
    onLink: (link) => services.realtimeSessions.accept(context, openAiProtocol, { link }),
  });
}

/** A session for transcripts names its model in its settings; the provider refuses one in the address. */
function writeQuery(given: URLSearchParams, model: string): string {
  const intent = given.get("intent");
  const fields = new URLSearchParams(intent === null ? { model } : { intent });
  return fields.toString();
}

function selectHeaders({ headers }: HttpRequest): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED_HEADERS) {
    const value = headers[name];
    if (typeof value === "string") passed[name] = value;
  }
  if (BETA_PROTOCOL.test(String(headers["sec-websocket-protocol"] ?? ""))) passed["openai-beta"] ??= "realtime=v1";
  return passed;
}
