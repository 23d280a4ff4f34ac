/** Errors of keys, sessions and scopes. */
import { defineErrors } from "./define-errors.ts";
import { code } from "./wording.ts";

const CHALLENGE = { "www-authenticate": "Bearer" };

export const authenticationErrors = defineErrors({
  missingApiKey: {
    status: 401,
    code: "missing_api_key",
    headers: CHALLENGE,
    message: "Missing API key. Send it in the header `Authorization: Bearer <key>`.",
  },
  malformedAuthorization: {
    status: 401,
    code: "invalid_api_key",
    headers: CHALLENGE,
    message: "Header `Authorization` must have the form `Bearer <key>`.",
  },
  invalidApiKey: {
    status: 401,
    code: "invalid_api_key",
    headers: CHALLENGE,
    message: "This API key is not valid: it is unknown, revoked or expired. Use another key.",
  },
  sessionExpired: {
    status: 401,
    code: "session_expired",
    headers: CHALLENGE,
    message: "Your session has ended. Sign in again.",
  },
  signInKeyRejected: {
    status: 401,
    code: "invalid_credential",
    message: "This API key is not valid for signing in: it is unknown, revoked or expired. Paste another key.",
  },
  signInLinkUsed: {
    status: 401,
    code: "invalid_credential",
    message:
      "This sign-in link was used or has expired: it works once, within 10 minutes. Run `parlance sign-in` (`npm run sign-in` in the repository) for a new link, or paste a key.",
  },
  tooManyWrongCredentials: {
    status: 429,
    code: "too_many_wrong_credentials",
    // A retry with the same credential would fail in the same way (wire-formats §7.4).
    headers: ({ seconds }) => ({ "retry-after": String(seconds), "x-should-retry": "false" }),
    message: ({ seconds, from }: { seconds: number; from: "your address" | "all addresses" }) =>
      `This credential is not valid, and too many wrong ones came from ${from}. Wait ${seconds} s, or use a valid key, which works at any time.`,
    sample: { seconds: 8, from: "your address" },
  },
  scopeRequired: {
    status: 403,
    message: ({ scope }: { scope: string }) => `This key needs the ${code(scope)} scope. Use a key that has it.`,
    sample: { scope: "admin" },
  },
  otherKeysNeedAdmin: {
    status: 403,
    param: "key_id",
    message: ({ data }: { data: "requests" | "the usage" }) =>
      `Reading ${data} of other keys needs the \`admin\` scope. Leave out \`key_id\` or use an admin key.`,
    sample: { data: "requests" },
  },
  crossSiteRequest: {
    status: 403,
    code: "cross_site_request",
    message: "Session cookies work only on the gateway's own pages. Use an API key instead.",
  },
});
