/** Signs in and out. The credential becomes an HttpOnly cookie; the page stores no copy of it. */
import type { PersonRole } from "#lib/contract/person.ts";
import { type GatewayFailure, networkFailure, readErrorResponse } from "./errors.ts";

export type SignedIn = {
  /** Id of the session's key; "admin" for the admin key. */
  keyId: string;
  name: string;
  scopes: string[];
  /** Command that creates a key on the server; undefined when the gateway does not report it. */
  keysCommand?: string;
  /** True when this key may create public shared pages; undefined when the gateway does not report it. */
  publicShares?: boolean;
  /** Why it may not: the gateway denies it to all keys, or this key's scopes do. */
  publicSharesDeniedBy?: "gateway" | "key" | undefined;
  /** True when the gateway stores conversations. */
  storesConversations?: boolean;
  /** Person who signed in through the identity provider; undefined for a key. */
  person?: { id: string; email: string | null; role: PersonRole; team: string | null } | undefined;
};

/** Command of an installed Parlance, until the gateway reports its own. */
export const KEYS_COMMAND = "parlance keys create";

/** Returns true for a session that has access to everything: the data of all keys, and the keys themselves. */
export const isAdmin = (session: SignedIn | undefined): boolean => session?.scopes.includes("admin") ?? false;

/** Returns the session of the signed-in key, or null. Throws when the gateway cannot be reached. */
export async function fetchSession(signal?: AbortSignal): Promise<SignedIn | null> {
  const response = await fetch("/api/session", { credentials: "same-origin", signal });
  if (response.status === 401) return null;
  if (!response.ok) throw new Error(`The gateway returned status ${response.status}.`);
  const body = (await response.json()) as Record<string, unknown>;
  return {
    keyId: String(body.key_id ?? ""),
    name: String(body.name ?? "key"),
    scopes: Array.isArray(body.scopes) ? body.scopes.map(String) : [],
    ...(typeof body.keys_command === "string" && { keysCommand: body.keys_command }),
    ...(typeof body.public_shares === "boolean" && { publicShares: body.public_shares }),
    ...(body.stores_conversations === true && { storesConversations: true }),
    person: body.person as SignedIn["person"],
    publicSharesDeniedBy: body.public_shares_denied_by as SignedIn["publicSharesDeniedBy"],
  };
}

/** Returns undefined when signed in, otherwise the failure. */
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

/** @returns the address of the identity provider's sign-out; undefined when signing out ends here */
export async function signOut(): Promise<string | undefined> {
  const response = await fetch("/api/session", { method: "DELETE", credentials: "same-origin" });
  if (response.status !== 200) return undefined;
  const { sign_out_url: url } = (await response.json()) as { sign_out_url?: unknown };
  return typeof url === "string" ? url : undefined;
}

/** Returns the path to open after signing in: always one of this site. */
export function safeNextPath(next: string | null | undefined): string {
  if (!next?.startsWith("/") || next.startsWith("//") || next.includes("\\")) return "/";
  return next;
}
