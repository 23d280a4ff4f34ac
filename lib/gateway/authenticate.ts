/** Who sends this request (spec, Authentication; wire-formats §7.6). */
import type { ExchangeRequest } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { KeyScope } from "#lib/store/store.ts";
import type { Principal } from "./key-ring.ts";
import type { Runtime } from "./runtime.ts";
import { readSessionCookie } from "./session-cookie.ts";

const BEARER = /^bearer +(\S+) *$/i;
/** Every convention's own place for a key; a client is configured for one of them. The first one present counts. */
const KEY_HEADERS = ["x-api-key", "x-provider-api-key", "x-goog-api-key"];

/** @throws GatewayError 401 without a valid credential, 403 when it may not do this */
export async function authenticate(exchange: ExchangeRequest, runtime: Runtime, scope: KeyScope): Promise<Principal> {
  const principal = await identify(exchange, runtime);
  if (!principal.scopes.includes(scope) && !principal.scopes.includes("admin")) {
    throw new GatewayError({ status: 403, message: `This key may not be used here: it lacks the scope "${scope}".` });
  }
  return principal;
}

/**
 * Who opens a page by its address; undefined when it is nobody. Another site may lead here, unlike in a call: a visit
 * changes nothing, and that site cannot read what comes of it.
 */
export async function findVisitor(
  { headers, query }: Pick<ExchangeRequest, "headers" | "query">,
  { keyRing }: Pick<Runtime, "keyRing">,
): Promise<Principal | undefined> {
  // A proxy on the way may have a header of its own there.
  const isOther = typeof headers.authorization === "string" && !BEARER.test(headers.authorization);
  const secret = readKey({ headers: isOther ? { ...headers, authorization: undefined } : headers, query });
  if (secret !== undefined) return keyRing.findKey(secret);
  const token = readSessionCookie(headers);
  return token === undefined ? undefined : keyRing.findSession(token);
}

async function identify(exchange: ExchangeRequest, runtime: Runtime): Promise<Principal> {
  const secret = readKey(exchange);
  if (secret !== undefined) {
    const principal = await runtime.keyRing.findKey(secret);
    if (principal) return principal;
    throw unauthorized("This API key is not valid: it is unknown, revoked or expired.", "invalid_api_key");
  }
  const token = readSessionCookie(exchange.headers);
  if (token !== undefined) {
    requireSameOrigin(exchange);
    const principal = await runtime.keyRing.findSession(token);
    if (principal) return principal;
    throw unauthorized("You are signed out: the session has ended.", "session_expired");
  }
  throw unauthorized("An API key is required: send it as Authorization: Bearer <key>.", "missing_api_key");
}

function readKey({ headers, query }: Pick<ExchangeRequest, "headers" | "query">): string | undefined {
  const authorization = headers.authorization;
  if (typeof authorization === "string") {
    const bearer = BEARER.exec(authorization)?.[1];
    if (bearer === undefined)
      throw unauthorized("The Authorization header must have the form: Bearer <key>.", "invalid_api_key");
    return bearer;
  }
  for (const name of KEY_HEADERS) {
    const value = headers[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return query.includes("key=") ? (new URLSearchParams(query).get("key") ?? undefined) : undefined;
}

/** A browser sends cookies along with other sites' requests too; those are not the signed-in person's own. */
function requireSameOrigin({ method, headers }: ExchangeRequest): void {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const isOwn =
    site !== undefined
      ? site === "same-origin"
      : typeof origin === "string"
        ? isOwnHost(origin, [headers.host, headers["x-forwarded-host"]])
        : method === "GET" || method === "HEAD";
  if (isOwn) return;
  throw new GatewayError({
    status: 403,
    message: "A signed-in browser may call the gateway from its own pages only. Use an API key from elsewhere.",
    code: "cross_site_request",
  });
}

/** False for an origin that is no URL: `null` is what a sandboxed frame sends. */
function isOwnHost(origin: string, hosts: (string | string[] | undefined)[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}

function unauthorized(message: string, code: string): GatewayError {
  return new GatewayError({ status: 401, message, code, headers: { "www-authenticate": "Bearer" } });
}
