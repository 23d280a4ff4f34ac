/** Cookie that binds a sign-in to the browser that began it: nobody can make another person's browser end it. */
import { randomBytes } from "node:crypto";
import { readCookie, writeCookie } from "#lib/gateway/request/cookie.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { SIGN_IN_MS } from "./mcp-sign-ins.ts";

const NAME = "parlance_mcp_sign_in";
const PATH = "/api/mcp";
const FORM = /^[\w-]{43}$/;

export function readBrowser(headers: HttpRequest["headers"]): string | undefined {
  const value = readCookie(headers, NAME);
  return value !== undefined && FORM.test(value) ? value : undefined;
}

/** Several sign-ins of one browser, to different servers, may be under way: they share the value. */
export function readOrCreateBrowser(headers: HttpRequest["headers"]): string {
  return readBrowser(headers) ?? randomBytes(32).toString("base64url");
}

/** Lax, not Strict: the authorization server sends the browser back from another site. */
export function writeBrowserCookie(browser: string, { isSecure }: { isSecure: boolean }): string {
  return writeCookie({
    ...{ name: NAME, value: browser, path: PATH, isSecure },
    ...{ sameSite: "Lax", maxAge: SIGN_IN_MS / 1_000 },
  });
}
