/** `/api/session`: signs a browser in and out. */

import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { toCommandLine } from "#lib/config/command-line.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createEmptyResponse, createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { LIFETIMES } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicShareDenial } from "#lib/gateway/request/find-public-share-denial.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
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

async function signIn(context: RequestContext<SessionServices>): Promise<EndpointResponse> {
  const { request, services, log } = context;
  const { value } = await readJson(request, LARGEST_BODY);
  const body = validate(signInSchema, value);
  const method = [{ field: "method", from: null, to: "key" in body ? "key" : "link" }];
  const principal = await findSigner(body, services);
  if (principal === undefined) {
    services.credentialThrottle.count(request);
    await services.audit.record(context, { action: "session.refuse", changes: method });
    throw "key" in body ? errors.signInKeyRejected() : errors.signInLinkUsed();
  }
  const { keyId } = principal;
  log.keyId = keyId;
  const token = randomBytes(32).toString("base64url");
  const createdAt = services.store.now();
  await services.store.sessions.create({
    hash: hashSecret(token),
    keyId,
    createdAt,
    expiresAt: createdAt + SESSION_SECONDS * 1000,
  });
  await services.audit.record({ ...context, principal }, { action: "session.sign_in", changes: method });
  return createEmptyResponse({
    "set-cookie": writeSessionCookie({ token, maxAge: SESSION_SECONDS, headers: request.headers }),
  });
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

async function signOut(context: RequestContext): Promise<EndpointResponse> {
  const { request, services } = context;
  const token = readSessionCookie(request.headers);
  if (token !== undefined) {
    await services.keyRing.forgetSession(token);
    await services.audit.record(context, { action: "session.sign_out" });
  }
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
