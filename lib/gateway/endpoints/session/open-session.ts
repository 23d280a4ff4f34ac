/** Signs a browser in: a new session, and the cookie that holds its token. */
import { randomBytes } from "node:crypto";
import { LIFETIMES } from "#lib/gateway/limits.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { readSessionCookie, writeSessionCookie } from "#lib/gateway/request/session-cookie.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";

const LONGEST_USER_AGENT = 300;

/**
 * A browser that was signed in gets a new session, never the one of its cookie.
 * @param session `isSecure`: whether browsers come over HTTPS; by the request when absent
 * @returns the `set-cookie` header
 */
export async function openSession(
  { headers, peerAddress }: Pick<HttpRequest, "headers" | "peerAddress">,
  services: Services,
  { keyId, providerSession = null, isSecure }: { keyId: string; providerSession?: string | null; isSecure?: boolean },
): Promise<string> {
  const { store, keyRing, redact, addressOf } = services;
  const before = readSessionCookie(headers);
  if (before !== undefined) await keyRing.forgetSession(before);
  const token = randomBytes(32).toString("base64url");
  const createdAt = store.now();
  const userAgent = headers["user-agent"];
  await store.sessions.create({
    hash: hashSecret(token),
    keyId,
    createdAt,
    expiresAt: createdAt + LIFETIMES.sessions,
    lastSeenAt: createdAt,
    address: addressOf({ headers, peerAddress }) ?? null,
    userAgent: typeof userAgent === "string" ? redact(userAgent).slice(0, LONGEST_USER_AGENT) : null,
    providerSession,
  });
  const maxAge = LIFETIMES.sessions / 1_000;
  return writeSessionCookie({ token, maxAge, headers, ...(isSecure === undefined ? {} : { isSecure }) });
}
