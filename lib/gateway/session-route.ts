/** `/api/session`: signing a browser in and out. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import { authenticate } from "./authenticate.ts";
import { readJson } from "./read-json.ts";
import type { Runtime } from "./runtime.ts";
import { readSessionCookie, writeSessionCookie } from "./session-cookie.ts";

const SESSION_SECONDS = 30 * 24 * 60 * 60;
const LARGEST_BODY = 4_096;

export const signInSchema = z
  .union([
    z.strictObject({ key: z.string().min(1).max(512).describe("An API key.") }),
    z.strictObject({ token: z.string().min(1).max(512).describe("The token of the printed sign-in link.") }),
  ])
  .meta({ id: "SignInRequest" });

export async function signIn(exchange: ExchangeRequest, runtime: Runtime): Promise<ExchangeResponse> {
  const { value } = await readJson(exchange, LARGEST_BODY);
  const body = validate(signInSchema, value);
  const keyId =
    "key" in body
      ? (await runtime.keyRing.findKey(body.key))?.keyId
      : runtime.signInTokens.redeem(body.token)
        ? "admin"
        : undefined;
  if (keyId === undefined) {
    const message =
      "key" in body
        ? "This API key is not valid: it is unknown, revoked or expired."
        : "This sign-in link has been used or has expired. Restart the server for a new one, or paste a key.";
    throw new GatewayError({ status: 401, message, code: "invalid_credential" });
  }
  const token = randomBytes(32).toString("base64url");
  const createdAt = Date.now();
  await runtime.store.sessions.create({
    hash: hashSecret(token),
    keyId,
    createdAt,
    expiresAt: createdAt + SESSION_SECONDS * 1000,
  });
  return {
    status: 204,
    headers: { "set-cookie": writeSessionCookie({ token, maxAge: SESSION_SECONDS, headers: exchange.headers }) },
    body: "",
  };
}

export async function readSession(exchange: ExchangeRequest, runtime: Runtime): Promise<ExchangeResponse> {
  const { keyId, name, scopes } = await authenticate(exchange, runtime, "inference");
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({ key_id: keyId, name, scopes, public_shares: runtime.settings.shares.public }),
  };
}

export async function signOut(exchange: ExchangeRequest, runtime: Runtime): Promise<ExchangeResponse> {
  await authenticate(exchange, runtime, "inference");
  const token = readSessionCookie(exchange.headers);
  if (token !== undefined) await runtime.keyRing.forgetSession(token);
  return {
    status: 204,
    headers: { "set-cookie": writeSessionCookie({ token: "", maxAge: 0, headers: exchange.headers }) },
    body: "",
  };
}
