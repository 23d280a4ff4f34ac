/** Authenticates requests by key or session (spec, Authentication; wire-formats §7.6). */

import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { RequestOrigin } from "./client-address.ts";
import type { EndpointScope } from "./endpoint.ts";
import type { Principal, Scope } from "./key-ring.ts";
import type { Services } from "./services.ts";
import { readSessionCookie } from "./session-cookie.ts";

const BEARER = /^bearer +(\S+) *$/i;
/** Headers for a key, one per dialect; a client is configured for one of them. The first one present counts. */
const KEY_HEADERS = ["x-api-key", "x-provider-api-key", "x-goog-api-key"];

/** Key among the subprotocols: a browser sends no other header with a WebSocket (wire-formats §12.1). */
const KEY_PROTOCOL = /(?:^|,)\s*openai-insecure-api-key\.([^\s,]+)/;

/** Sender without a key, for the endpoints that need none. */
export const ANONYMOUS: Principal = { keyId: "", name: "", scopes: [] };

/**
 * Returns the sender of a request; ANONYMOUS for the scope `none`, and for `optional` without a credential. Nothing is
 * awaited for a key that is in memory, as that of nearly every request is.
 * @throws GatewayError 401 without a valid credential, 403 without the scope, 429 after too many wrong credentials
 */
export function authenticate(
  request: HttpRequest,
  services: Pick<Services, "keyRing" | "credentialThrottle">,
  scope: EndpointScope,
): Promise<Principal> | Principal {
  if (scope === "none") return ANONYMOUS;
  const principal = identify(request, services);
  if (principal instanceof Promise) return principal.then((found) => requireSender(found, scope));
  return requireSender(principal, scope);
}

function requireSender(principal: Principal | undefined, scope: EndpointScope): Principal {
  if (principal) return requireScope(principal, scope);
  if (scope === "optional") return ANONYMOUS;
  throw errors.missingApiKey();
}

/** Returns the sender. @throws GatewayError 403 without the scope */
export function requireScope(principal: Principal, scope: EndpointScope): Principal {
  if (scope === "none" || scope === "optional" || hasScope(principal, scope)) return principal;
  throw scopeError(principal, scope);
}

function hasScope({ scopes }: Principal, scope: Scope): boolean {
  if (scopes.includes(scope) || scopes.includes("admin")) return true;
  return scope === "view" && scopes.includes("inference");
}

/** Returns the 403 for a principal without a scope. */
export function scopeError({ person }: Principal, scope: Scope): GatewayError {
  // No key has `view` alone.
  if (!person) return errors.scopeRequired({ scope: scope === "view" ? "inference" : scope });
  return errors.roleRequired({ role: person.role, needed: scope === "inference" ? "member" : "admin" });
}

/**
 * Returns the key or session of a page's visitor; undefined without a valid one. Unlike for a call, another site may
 * link here: a visit changes nothing, and that site cannot read the page.
 * @throws GatewayError 429 after too many wrong credentials
 */
export async function findVisitor(
  request: Pick<HttpRequest, "headers" | "query" | "peerAddress">,
  services: Pick<Services, "keyRing" | "credentialThrottle">,
): Promise<Principal | undefined> {
  const { headers, query } = request;
  // A proxy may add its own header of this name.
  const isOther = typeof headers.authorization === "string" && !BEARER.test(headers.authorization);
  const secret = readKey({ headers: isOther ? { ...headers, authorization: undefined } : headers, query });
  if (secret !== undefined) return findKey(secret, request, services);
  const token = readSessionCookie(headers);
  return token === undefined ? undefined : findSession(token, request, services);
}

type Found = Promise<Principal | undefined> | Principal | undefined;

/** Returns undefined when the request has no credential. */
function identify(request: HttpRequest, services: Pick<Services, "keyRing" | "credentialThrottle">): Found {
  const secret = readKey(request);
  if (secret !== undefined) {
    const principal = findKey(secret, request, services);
    return principal instanceof Promise ? principal.then(requireKey) : requireKey(principal);
  }
  const token = readSessionCookie(request.headers);
  if (token === undefined) return undefined;
  requireSameOrigin(request);
  return findSession(token, request, services).then((principal) => {
    if (principal) return principal;
    throw errors.sessionExpired();
  });
}

function requireKey(principal: Principal | undefined): Principal {
  if (principal) return principal;
  throw errors.invalidApiKey();
}

/** Looks a key up, and counts a wrong one. @throws GatewayError 429 after too many wrong ones */
function findKey(
  secret: string,
  request: RequestOrigin & Pick<HttpRequest, "connection">,
  { keyRing, credentialThrottle }: Pick<Services, "keyRing" | "credentialThrottle">,
): Found {
  const count = (principal: Principal | undefined) => {
    if (!principal) credentialThrottle.count(request);
    return principal;
  };
  const principal = keyRing.findKey(secret, request.connection);
  return principal instanceof Promise ? principal.then(count) : count(principal);
}

/** Looks a session up, and counts a wrong one. @throws GatewayError 429 after too many wrong ones */
async function findSession(
  token: string,
  request: RequestOrigin,
  { keyRing, credentialThrottle }: Pick<Services, "keyRing" | "credentialThrottle">,
): Promise<Principal | undefined> {
  const principal = await keyRing.findSession(token);
  if (!principal) credentialThrottle.countSession(request, token);
  return principal;
}

function readKey({ headers, query }: Pick<HttpRequest, "headers" | "query">): string | undefined {
  const authorization = headers.authorization;
  if (typeof authorization === "string") {
    const bearer = BEARER.exec(authorization)?.[1];
    if (bearer === undefined) throw errors.malformedAuthorization();
    return bearer;
  }
  for (const name of KEY_HEADERS) {
    const value = headers[name];
    if (typeof value === "string" && value !== "") return value;
  }
  const protocols = headers["sec-websocket-protocol"];
  const ofBrowser = typeof protocols === "string" ? KEY_PROTOCOL.exec(protocols)?.[1] : undefined;
  if (ofBrowser !== undefined) return ofBrowser;
  return query.includes("key=") ? (new URLSearchParams(query).get("key") ?? undefined) : undefined;
}

/**
 * Refuses cookies of other sites' requests, since a browser sends them along. `none` is the site of a URL that was
 * typed or opened from a bookmark. A WebSocket is more than a read, and browsers name its origin always.
 */
function requireSameOrigin({ method, headers, upgrade }: HttpRequest): void {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const onlyReads = upgrade === undefined && (method === "GET" || method === "HEAD");
  const isOwn =
    site !== undefined
      ? site === "same-origin" || (site === "none" && onlyReads)
      : typeof origin === "string"
        ? isOwnHost(origin, [headers.host, headers["x-forwarded-host"]])
        : onlyReads;
  if (!isOwn) throw errors.crossSiteRequest();
}

/** Returns false for an origin that is not a URL: a sandboxed frame sends `null`. */
function isOwnHost(origin: string, hosts: (string | string[] | undefined)[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
