/** The cookie of a signed-in browser. It holds a random token; the page can neither read it nor does it ever hold a key. */
import type { HttpRequest } from "#lib/http/http-message.ts";

const NAME = "parlance_session";

export function readSessionCookie(headers: HttpRequest["headers"]): string | undefined {
  const { cookie } = headers;
  if (typeof cookie !== "string") return undefined;
  for (const pair of cookie.split(";")) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === NAME && value) return value;
  }
  return undefined;
}

/** @param maxAge in seconds; 0 removes the cookie */
export function writeSessionCookie({
  token,
  maxAge,
  headers,
}: {
  token: string;
  maxAge: number;
  headers: HttpRequest["headers"];
}): string {
  const secure = headers["x-forwarded-proto"] === "https" ? "; Secure" : "";
  return `${NAME}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`;
}
