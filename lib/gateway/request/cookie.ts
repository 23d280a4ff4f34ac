/** Cookies of the gateway: how requests have them, and how replies set them. No script can read one. */
import type { HttpRequest } from "#lib/http/http-message.ts";

export function readCookie({ cookie }: HttpRequest["headers"], wanted: string): string | undefined {
  if (typeof cookie !== "string") return undefined;
  for (const pair of cookie.split(";")) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === wanted && value) return value;
  }
  return undefined;
}

/** @param cookie `maxAge`: lifetime in seconds, 0 removes it; `isSecure`: that browsers come over HTTPS */
export function writeCookie({
  name,
  value,
  path,
  sameSite,
  maxAge,
  isSecure,
}: {
  name: string;
  value: string;
  path: string;
  /** Strict, unless a browser that another site sends back must have it. */
  sameSite: "Strict" | "Lax";
  maxAge: number;
  isSecure: boolean;
}): string {
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge}${isSecure ? "; Secure" : ""}`;
}
