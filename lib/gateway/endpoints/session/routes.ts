/** `/api/session`: signs a browser in and out. */

import { randomBytes } from "node:crypto";
import { toCommandLine } from "#lib/config/command-line.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createEmptyResponse, createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { LIFETIMES } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicShareDenial } from "#lib/gateway/request/find-public-share-denial.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { readSessionCookie, writeSessionCookie } from "#lib/gateway/request/session-cookie.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import * as operations from "./openapi.ts";
import { type SignInLink, signInSchema } from "./schema.ts";
import type { SignInTokens } from "./sign-in-tokens.ts";

export type SessionServices = Services & { signInTokens: SignInTokens };

const SESSION_SECONDS = LIFETIMES.sessions / 1_000;
const LARGEST_BODY = 4_096;

async function signIn({ request, services, log }: RequestContext<SessionServices>): Promise<EndpointResponse> {
  const { value } = await readJson(request, LARGEST_BODY);
  const body = validate(signInSchema, value);
  const keyId =
    "key" in body ? (await services.keyRing.findKey(body.key))?.keyId : await services.signInTokens.redeem(body.token);
  if (keyId === undefined) {
    services.credentialThrottle.count(request);
    throw "key" in body ? errors.signInKeyRejected() : errors.signInLinkUsed();
  }
  log.keyId = keyId;
  const token = randomBytes(32).toString("base64url");
  const createdAt = services.store.now();
  await services.store.sessions.create({
    hash: hashSecret(token),
    keyId,
    createdAt,
    expiresAt: createdAt + SESSION_SECONDS * 1000,
  });
  return createEmptyResponse({
    "set-cookie": writeSessionCookie({ token, maxAge: SESSION_SECONDS, headers: request.headers }),
  });
}

/** Creates a sign-in link for the calling key: a browser that opens it gets the key's rights and expiry. */
async function createSignInLink({ services, principal }: RequestContext<SessionServices>): Promise<EndpointResponse> {
  const { token, expiresAt } = await services.signInTokens.issue(principal.keyId);
  const link: SignInLink = { path: `/sign-in#token=${token}`, expires_at: expiresAt };
  return createJsonResponse(link, {}, 201);
}

function readSession({ services, principal }: RequestContext): EndpointResponse {
  const { keyId, name, scopes } = principal;
  const deniedBy = findPublicShareDenial(principal, services);
  return createJsonResponse({
    key_id: keyId,
    name,
    scopes,
    keys_command: toCommandLine("keys create"),
    public_shares: deniedBy === undefined,
    ...(deniedBy ? { public_shares_denied_by: deniedBy } : {}),
  });
}

async function signOut({ request, services }: RequestContext): Promise<EndpointResponse> {
  const token = readSessionCookie(request.headers);
  if (token !== undefined) await services.keyRing.forgetSession(token);
  return createEmptyResponse({ "set-cookie": writeSessionCookie({ token: "", maxAge: 0, headers: request.headers }) });
}

const path = "/api/session";
const dialect = dialects["openai-chat"];

export const sessionEndpoints: readonly Endpoint<SessionServices>[] = [
  defineEndpoint({
    method: "GET",
    path,
    scope: "inference",
    dialect,
    operation: operations.readSession,
    handle: readSession,
  }),
  defineEndpoint({ method: "POST", path, scope: "none", dialect, operation: operations.signIn, handle: signIn }),
  defineEndpoint({
    method: "DELETE",
    path,
    scope: "inference",
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
