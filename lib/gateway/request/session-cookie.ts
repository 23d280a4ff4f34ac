/** Cookie of a signed-in browser. It holds a random token, never a key, and the page cannot read it. */
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

/** @param maxAge lifetime in seconds; 0 removes the cookie */
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
