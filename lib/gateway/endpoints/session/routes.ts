/** `/api/session`: signs a browser in and out. */

import type { z } from "zod";
import { toCommandLine } from "#lib/config/command-line.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createEmptyResponse, createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicShareDenial } from "#lib/gateway/request/find-public-share-denial.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { readSessionCookie, writeSessionCookie } from "#lib/gateway/request/session-cookie.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import { openSession } from "./open-session.ts";
import * as operations from "./openapi.ts";
import type { ProviderSignInServices } from "./provider/routes.ts";
import { type SignInLink, signInSchema } from "./schema.ts";
import type { SignInTokens } from "./sign-in-tokens.ts";

export type SessionServices = ProviderSignInServices & { signInTokens: SignInTokens };

const LARGEST_BODY = 4_096;

async function signIn(context: RequestContext<SessionServices>): Promise<EndpointResponse> {
  const { request, services, log } = context;
  const { value } = await readJson(request, LARGEST_BODY);
  const body = validate(signInSchema, value);
  const method = [{ field: "method", from: null, to: "key" in body ? "key" : "link" }];
  const principal = await findSigner(body, services);
  if (principal === undefined) {
    services.credentialThrottle.count(request, findAccount(body));
    await services.audit.record(context, { action: "session.refuse", changes: method });
    throw "key" in body ? errors.signInKeyRejected() : errors.signInLinkUsed();
  }
  const { keyId } = principal;
  log.keyId = keyId;
  const cookie = await openSession(request, services, { keyId });
  await services.audit.record({ ...context, principal }, { action: "session.sign_in", changes: method });
  return createEmptyResponse({ "set-cookie": cookie });
}

/** Returns the beginning of a key, which names it among the keys of the gateway. */
function findAccount(body: z.infer<typeof signInSchema>): string | undefined {
  return "key" in body && body.key.startsWith("pk_") ? body.key.slice(0, 11) : undefined;
}

/** Returns the key that signs in; undefined for a wrong credential. */
async function findSigner(
  body: z.infer<typeof signInSchema>,
  { keyRing, signInTokens }: SessionServices,
): Promise<Principal | undefined> {
  if ("key" in body) return keyRing.findKey(body.key);
  const keyId = await signInTokens.redeem(body.token);
  return keyId === undefined ? undefined : keyRing.findById(keyId);
}

/** Creates a sign-in link for the calling key: a browser that opens it gets the key's rights and expiry. */
async function createSignInLink(context: RequestContext<SessionServices>): Promise<EndpointResponse> {
  const { services, principal } = context;
  const { token, expiresAt } = await services.signInTokens.issue(principal.keyId);
  await services.audit.record(context, {
    action: "session.link",
    target: { id: principal.keyId, name: principal.name },
  });
  const link: SignInLink = { path: `/sign-in#token=${token}`, expires_at: expiresAt };
  return createJsonResponse(link, {}, 201);
}

function readSession({ services, principal }: RequestContext): EndpointResponse {
  const { keyId, name, scopes, person, group } = principal;
  const deniedBy = findPublicShareDenial(principal, services);
  return createJsonResponse({
    key_id: keyId,
    name,
    scopes,
    keys_command: toCommandLine("keys create"),
    ...(person ? { person: { id: person.id, email: person.email, role: person.role, team: group ?? null } } : {}),
    stores_conversations: services.settings.conversations.store,
    public_shares: deniedBy === undefined,
    ...(deniedBy ? { public_shares_denied_by: deniedBy } : {}),
  });
}

async function signOut(context: RequestContext<SessionServices>): Promise<EndpointResponse> {
  const { request, services, principal } = context;
  const token = readSessionCookie(request.headers);
  if (token !== undefined) {
    await services.keyRing.forgetSession(token);
    await services.audit.record(context, { action: "session.sign_out" });
  }
  const headers = { "set-cookie": writeSessionCookie({ token: "", maxAge: 0, headers: request.headers }) };
  const url = principal.person?.isSession ? await services.signInProvider?.findSignOutUrl() : undefined;
  return url === undefined ? createEmptyResponse(headers) : createJsonResponse({ sign_out_url: url }, headers);
}

const path = "/api/session";
const dialect = dialects["openai-chat"];

export const sessionEndpoints: readonly Endpoint<SessionServices>[] = [
  defineEndpoint({
    method: "GET",
    path,
    scope: "view",
    dialect,
    operation: operations.readSession,
    handle: readSession,
  }),
  defineEndpoint({ method: "POST", path, scope: "none", dialect, operation: operations.signIn, handle: signIn }),
  defineEndpoint({
    method: "DELETE",
    path,
    scope: "view",
    dialect,
    operation: operations.signOut,
    handle: signOut,
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/session/links",
    scope: "admin",
    dialect,
    operation: operations.createSignInLink,
    handle: createSignInLink,
  }),
];
