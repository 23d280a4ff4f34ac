/**
 * Passes a request of any other route on to one provider: with the provider's credential, and none of the client's. A
 * request reaches the provider's base URL and what is below it only.
 */
import { Readable } from "node:stream";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { relayBytes } from "#lib/gateway/lanes/relay-bytes.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { hasCallLimits } from "#lib/gateway/request/has-call-limits.ts";
import { countChunks, uploadChunks } from "#lib/gateway/request/upload-body.ts";
import { errors } from "#lib/http/errors.ts";
import { escapesBasePath } from "#lib/http/url-path.ts";
import type { RequestBody } from "#lib/upstreams/send.ts";

export const PASS_THROUGH = "pass-through";

/** Headers of the client that a provider gets: all others, above all credentials and cookies, stay here. */
const PASSED_HEADERS = [
  ...["accept", "content-type", "idempotency-key", "range"],
  ...["openai-beta", "anthropic-beta", "anthropic-version"],
];
/** Headers of the provider that the client gets, beside those of every response. */
const RETURNED_HEADERS = ["content-disposition", "content-range", "accept-ranges"];
const PLAIN_PATH = /^[\x21-\x7e]+$/;

/** @throws GatewayError 403 for a key that may not, 404 for an unknown provider, 400 for a path that leads elsewhere */
export async function passThrough(
  context: RequestContext,
  method: "GET" | "POST" | "DELETE",
): Promise<EndpointResponse> {
  const { request, services, log, params } = context;
  const { upstream_id: id = "", path = "" } = params;
  requirePermission(context);
  const upstream = services.upstreams.get(id);
  if (!upstream) throw errors.passThroughProviderUnknown({ provider: id });
  if (!PLAIN_PATH.test(path) || escapesBasePath(path)) throw errors.passThroughPathUnsafe();
  log.upstream = id;
  log.lane = "relay";
  const [headersOf = ""] = [...upstream.dialects, ...upstream.media];
  const headers: Record<string, string> = {};
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  const body = method === "POST" ? await receiveBody(context) : undefined;
  return relayBytes(context, upstream, {
    dialect: PASS_THROUGH,
    headersOf,
    // A request that changes something is sent once.
    request: {
      method,
      path: `/${path}${writeQuery(request.query)}`,
      headers: { ...headers, ...body?.headers },
      ...(body ? { body: body.content } : {}),
      once: method !== "GET",
    },
    readError: dialects["openai-chat"].readError,
    passedHeaders: RETURNED_HEADERS,
  });
}

/** Stores the body as it arrives, so that it can be of any size, and be sent again where nothing has received it. */
async function receiveBody({ request, services, log }: RequestContext): Promise<RequestBody> {
  const files = services.tempFiles.open();
  log.whenFinished(() => {
    files.clear().catch((error) => services.log(`${log.id} ${String(error)}`));
  });
  const limit = services.settings.limits.fileBytes;
  const chunks = countChunks(uploadChunks(request, limit), (bytes) => {
    log.requestBytes += bytes;
  });
  const file = await files.add(chunks, limit, () => errors.fileTooLarge({ limit }));
  return {
    headers: { "content-length": String(file.size) },
    content: () => Readable.from(file.chunks(), { objectMode: false }),
  };
}

/** Returns the query without a key in it. */
function writeQuery(query: string): string {
  if (query === "") return "";
  const fields = new URLSearchParams(query);
  fields.delete("key");
  return fields.size === 0 ? "" : `?${fields}`;
}

/**
 * An admin may; so may a key whose list of routes names `passthrough`. What such a request calls and costs is not known,
 * so that a limit on models, tokens or money would not hold.
 */
function requirePermission({ principal, services }: RequestContext): void {
  if (principal.scopes.includes("admin")) return;
  if (!principal.policy?.routes?.includes("passthrough")) throw errors.passThroughNotAllowed();
  if (hasCallLimits(principal, services)) throw errors.passThroughOfLimitedKey();
}
