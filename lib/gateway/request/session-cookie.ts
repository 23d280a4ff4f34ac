/** Cookie of a signed-in browser. It holds a random token, never a key, and the page cannot read it. */
import type { HttpRequest } from "#lib/http/http-message.ts";

const NAME = "parlance_session";

export function readSessionCookie(headers: HttpRequest["headers"]): string | undefined {
  return readCookie(headers, NAME);
}

export function readCookie({ cookie }: HttpRequest["headers"], wanted: string): string | undefined {
  if (typeof cookie !== "string") return undefined;
  for (const pair of cookie.split(";")) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === wanted && value) return value;
  }
  return undefined;
}

/** @param options `maxAge`: lifetime in seconds, 0 removes the cookie; `isSecure`: that browsers come over HTTPS */
export function writeSessionCookie({
  token,
  maxAge,
  headers,
  isSecure = headers["x-forwarded-proto"] === "https",
}: {
  token: string;
  maxAge: number;
  headers: HttpRequest["headers"];
  isSecure?: boolean;
}): string {
  const secure = isSecure ? "; Secure" : "";
  return `${NAME}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`;
}
