/** Cookie of a signed-in browser. It holds a random token, never a key, and the page cannot read it. */
import type { HttpRequest } from "#lib/http/http-message.ts";
import { readCookie, writeCookie } from "./cookie.ts";

const NAME = "parlance_session";

export function readSessionCookie(headers: HttpRequest["headers"]): string | undefined {
  return readCookie(headers, NAME);
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
  return writeCookie({ name: NAME, value: token, path: "/", sameSite: "Strict", maxAge, isSecure });
}
