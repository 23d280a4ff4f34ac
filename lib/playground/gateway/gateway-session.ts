/** Signing in and out. The credential becomes an HttpOnly cookie; the page keeps no copy of it. */
import { type GatewayFailure, networkFailure, readErrorResponse } from "./errors.ts";

export type SignedIn = {
  /** Of the key that it stands for; "admin" for the admin key. */
  keyId: string;
  name: string;
  scopes: string[];
  /** True when this key may share pages that are read without a key; undefined where the gateway does not say. */
  publicShares?: boolean;
  /** Who denies that: the gateway to all keys, or the scopes of this one. */
  publicSharesDeniedBy?: "gateway" | "key" | undefined;
};

/** Whether it sees and does everything: the records of all keys, and the keys themselves. */
export const isAdmin = (session: SignedIn | undefined): boolean => session?.scopes.includes("admin") ?? false;

/** The key that is signed in, or null. Throws when the gateway cannot be asked. */
export async function fetchSession(signal?: AbortSignal): Promise<SignedIn | null> {
  const response = await fetch("/api/session", { credentials: "same-origin", signal });
  if (response.status === 401) return null;
  if (!response.ok) throw new Error(`The gateway answered with status ${response.status}.`);
  const body = (await response.json()) as Record<string, unknown>;
  return {
    keyId: String(body.key_id ?? ""),
    name: String(body.name ?? "key"),
    scopes: Array.isArray(body.scopes) ? body.scopes.map(String) : [],
    ...(typeof body.public_shares === "boolean" && { publicShares: body.public_shares }),
    publicSharesDeniedBy: body.public_shares_denied_by as SignedIn["publicSharesDeniedBy"],
  };
}

/** Undefined when signed in; else why not. */
export async function signIn(credential: { key: string } | { token: string }): Promise<GatewayFailure | undefined> {
  try {
    const response = await fetch("/api/session", {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(credential),
    });
    if (response.ok) return undefined;
    return readErrorResponse({ status: response.status, headers: response.headers, body: await response.text() });
  } catch (error) {
    return networkFailure(error, false);
  }
}

export async function signOut(): Promise<void> {
  await fetch("/api/session", { method: "DELETE", credentials: "same-origin" });
}

/** Where to go after signing in: a path of this site, never another one. */
export function safeNextPath(next: string | null | undefined): string {
  if (!next?.startsWith("/") || next.startsWith("//") || next.includes("\\")) return "/";
  return next;
}
