/** Cookie of a sign-in under way: its secrets, encrypted, so that only the browser that began it can end it. */
import { readCookie, writeCookie } from "#lib/gateway/request/cookie.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { Sealer } from "#lib/store/sealer.ts";
import type { SignInChecks } from "./provider-client.ts";

const NAME = "parlance_sign_in";
const PATH = "/api/session/provider";
const PURPOSE = "sign-in under way";
const LIFETIME_MS = 10 * 60_000;
/** Limit on the path to open afterwards: browsers drop a cookie of more than 4 KB. */
const LONGEST_PATH = 1_500;

type SignInUnderWay = SignInChecks & { next: string };

export function writeSignInCookie(
  { next, ...checks }: SignInUnderWay,
  { sealer, isSecure, now }: { sealer: Sealer; isSecure: boolean; now: number },
): string {
  const content = JSON.stringify({ ...checks, next, expiresAt: now + LIFETIME_MS });
  return write(sealer.seal(content, PURPOSE), LIFETIME_MS / 1_000, isSecure);
}

export function clearSignInCookie(isSecure: boolean): string {
  return write("", 0, isSecure);
}

/** Returns undefined without a cookie, and for one that has expired or is not of this gateway. */
export function readSignInCookie(
  headers: HttpRequest["headers"],
  { sealer, now }: { sealer: Sealer; now: number },
): SignInUnderWay | undefined {
  const sealed = readCookie(headers, NAME);
  if (sealed === undefined) return undefined;
  try {
    const { expiresAt, ...content } = JSON.parse(sealer.open(sealed, PURPOSE)) as SignInUnderWay & {
      expiresAt: number;
    };
    return expiresAt > now ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the path to open after signing in: always one of this site. */
export function readNextPath(text: string | null): string {
  if (text === null || text.length > LONGEST_PATH || !/^\/[\x21-\x7e]*$/.test(text)) return "/";
  if (text.startsWith("//") || text.includes("\\")) return "/";
  const { pathname, search, origin } = new URL(text, "http://gateway.invalid");
  // A path of the gateway would show JSON, and the sign-in page would ask again. Dots in a path may lead to two slashes.
  const isPage =
    origin === "http://gateway.invalid" &&
    !pathname.startsWith("//") &&
    !/^\/(?:api|v1|v1beta|sign-in)(?:\/|$)/.test(pathname);
  return isPage ? pathname + search : "/";
}

/** Lax, not Strict: the provider sends the browser back from another site. */
function write(value: string, maxAge: number, isSecure: boolean): string {
  return writeCookie({ name: NAME, value, path: PATH, sameSite: "Lax", maxAge, isSecure });
}
