/** `/api/session/provider`: sign-in through the identity provider, and sign-out by it. */
import { SIGN_IN_PROBLEMS, type SignInProblem } from "#lib/contract/person.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createEmptyResponse, createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { openSession } from "../open-session.ts";
import { listPersonChanges } from "./list-person-changes.ts";
import * as operations from "./openapi.ts";
import { readNextPath } from "./sign-in-cookie.ts";
import { SignInFailed } from "./sign-in-failed.ts";
import type { SignInProvider } from "./sign-in-provider.ts";

export type ProviderSignInServices = Services & { signInProvider: SignInProvider | undefined };

type Context = RequestContext<ProviderSignInServices>;

const LARGEST_LOGOUT = 16_384;

/** Describes the ways to sign in, for the page that has no key yet. */
function readOptions({ services }: Context): EndpointResponse {
  const { signInProvider: provider } = services;
  return createJsonResponse({ provider: provider ? { name: provider.name, path: "/api/session/provider" } : null });
}

async function beginSignIn({ request, services }: Context): Promise<EndpointResponse> {
  const provider = requireProvider(services);
  const next = readNextPath(new URLSearchParams(request.query).get("next"));
  try {
    const { url, cookie } = await provider.begin(next);
    return redirect(url, [cookie]);
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error;
    return redirect(toPage(error.problem), []);
  }
}

async function completeSignIn(context: Context): Promise<EndpointResponse> {
  const { request, services, log } = context;
  const provider = requireProvider(services);
  try {
    services.credentialThrottle.check(request);
    const { person, before, next, providerSession } = await provider.complete(request);
    const principal = { keyId: person.id, name: person.name };
    log.keyId = person.id;
    const cookie = await openSession(request, services, {
      ...{ keyId: person.id, providerSession },
      isSecure: provider.publicUrl.startsWith("https:"),
    });
    const by = { ...context, principal };
    const changes = listPersonChanges(before, person);
    if (changes.length > 0) {
      const action = before ? "person.update" : "person.create";
      await services.audit.record(by, { action, target: person, changes });
    }
    const method = { field: "method", from: null, to: "provider" };
    await services.audit.record(by, { action: "session.sign_in", changes: [method] });
    return redirect(next, [cookie, provider.clearCookie]);
  } catch (error) {
    return redirect(toPage(await readProblem(error, context)), [provider.clearCookie]);
  }
}

/** Counts and writes down a refused sign-in. @returns why, for the sign-in page */
async function readProblem(error: unknown, context: Context): Promise<SignInProblem> {
  const { request, services } = context;
  if (GatewayError.isInstance(error) && error.status === 429) return "too_many";
  if (!(error instanceof SignInFailed)) throw error;
  const { problem, account } = error;
  // Nobody has tried anything with these two.
  if (problem === "provider_unavailable" || problem === "cancelled") return problem;
  try {
    services.credentialThrottle.count(account ? undefined : request, account?.id);
  } catch {
    return "too_many";
  }
  const changes = [
    { field: "method", from: null, to: "provider" },
    { field: "reason", from: null, to: problem },
  ];
  await services.audit.record(context, { action: "session.refuse", ...(account ? { target: account } : {}), changes });
  return problem;
}

/** Ends sessions when the provider says so (OpenID Connect Back-Channel Logout 1.0). */
async function logOut({ request, services }: Context): Promise<EndpointResponse> {
  const provider = requireProvider(services);
  const text = Buffer.from(await request.body.bytes(LARGEST_LOGOUT)).toString("utf8");
  const token = new URLSearchParams(text).get("logout_token");
  if (!token || !(await provider.endSessions(token))) {
    services.credentialThrottle.count(request);
    throw errors.logoutTokenInvalid();
  }
  return createEmptyResponse();
}

/** @throws GatewayError 404 */
function requireProvider({ signInProvider }: ProviderSignInServices): SignInProvider {
  if (!signInProvider) throw errors.providerSignInOff();
  return signInProvider;
}

function redirect(location: string, cookies: string[]): EndpointResponse {
  return { status: 302, headers: { location, ...(cookies.length > 0 ? { "set-cookie": cookies } : {}) }, body: "" };
}

/** One of a fixed list of words: nothing that the provider or an attacker wrote is shown. */
function toPage(problem: SignInProblem): string {
  return `/sign-in?problem=${SIGN_IN_PROBLEMS.find((known) => known === problem)}`;
}

const shared = { scope: "none", dialect: dialects["openai-chat"] } as const;

export const providerSignInEndpoints: readonly Endpoint<ProviderSignInServices>[] = [
  defineEndpoint({
    ...{ ...shared, method: "GET", path: "/api/session/options" },
    operation: operations.readSignInOptions,
    handle: readOptions,
  }),
  defineEndpoint({
    ...{ ...shared, method: "GET", path: "/api/session/provider" },
    operation: operations.beginProviderSignIn,
    handle: beginSignIn,
  }),
  defineEndpoint({
    ...{ ...shared, method: "GET", path: "/api/session/provider/callback" },
    operation: operations.completeProviderSignIn,
    handle: completeSignIn,
  }),
  defineEndpoint({
    ...{ ...shared, method: "POST", path: "/api/session/provider/logout" },
    operation: operations.providerLogout,
    handle: logOut,
  }),
];
