/** Errors of keys, sessions and scopes. */
import { defineErrors } from "./define-errors.ts";
import { code, count, quote } from "./wording.ts";

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
    message: ({ seconds, from }: { seconds: number; from: "your address" | "this account" | "all addresses" }) =>
      `This credential is not valid, and too many wrong ones came from ${from}. Wait ${seconds} s, or use a valid key, which works at any time.`,
    sample: { seconds: 8, from: "your address" },
  },
  scopeRequired: {
    status: 403,
    message: ({ scope }: { scope: string }) => `This key needs the ${code(scope)} scope. Use a key that has it.`,
    sample: { scope: "admin" },
  },
  roleRequired: {
    status: 403,
    code: "role_required",
    message: ({ role, needed }: { role: string; needed: string }) =>
      `Your role ${code(role)} may not do this: it needs the role ${code(needed)}. Ask an admin of this gateway.`,
    sample: { role: "viewer", needed: "member" },
  },
  lastAdmin: {
    status: 409,
    code: "last_admin",
    message:
      "No other admin who may sign in would be left. Give another person the role `admin` first, or use the admin key.",
  },
  personNotFound: {
    status: 404,
    code: "person_not_found",
    message: ({ id }: { id: string }) => `No person has the id ${quote(id)}. GET /api/people lists all people.`,
    sample: { id: "person_1" },
  },
  sessionNotFound: {
    status: 404,
    code: "session_not_found",
    message: ({ id }: { id: string }) =>
      `You have no session with the id ${quote(id)}. It may have ended; GET /api/sessions lists yours.`,
    sample: { id: "session_1" },
  },
  providerSignInOff: {
    status: 404,
    code: "provider_sign_in_off",
    message: "This gateway has no sign-in through an identity provider: `oidc` is not set. Sign in with a key.",
  },
  logoutTokenInvalid: {
    status: 400,
    code: "invalid_logout_token",
    message: "`logout_token` must be a logout token of the configured identity provider for this gateway.",
  },
  personalKeyLimit: {
    status: 409,
    code: "personal_key_limit",
    message: ({ limit }: { limit: number }) =>
      `You already have ${count(limit)} keys, the most one person may have. Revoke one that you no longer use.`,
    sample: { limit: 20 },
  },
  personalKeyField: {
    status: 403,
    code: "role_required",
    message: ({ param }: { param: string }) =>
      `${code(param)} of a personal key is set by your role and team. Leave it out, or ask an admin for a key.`,
    sample: { param: "scopes" },
  },
  otherSessionsNeedAdmin: {
    status: 403,
    param: "owner",
    message: "Reading sessions of others needs the `admin` scope. Leave out `owner` and `all` to read your own.",
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
