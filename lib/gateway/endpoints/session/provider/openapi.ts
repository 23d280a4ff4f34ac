/** OpenAPI operations of `/api/session/provider`. */
import { z } from "zod";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, TAGS } from "#lib/openapi/operation-parts.ts";

const optionsSchema = z
  .looseObject({
    provider: z
      .looseObject({ name: z.string(), path: z.string().describe("Address that begins the sign-in.") })
      .nullable()
      .describe("Identity provider; null when people sign in with keys alone."),
  })
  .meta({ id: "SignInOptions" });

export const readSignInOptions: Operation = {
  id: "readSignInOptions",
  tag: TAGS.people,
  summary: "Ways to sign in",
  description: "Whether people sign in through an identity provider, and its name.",
  key: "none",
  replies: { 200: { description: "Ways to sign in.", content: json(optionsSchema) } },
  errors: [],
};

export const beginProviderSignIn: Operation = {
  id: "beginProviderSignIn",
  tag: TAGS.people,
  summary: "Sign in through the provider",
  description:
    "For browsers: leads to the identity provider, or to the sign-in page with the reason when it cannot be reached.",
  key: "none",
  parameters: [
    {
      name: "next",
      in: "query",
      description: "Path of a page to open afterwards; any other address counts as `/`.",
      schema: z.string(),
    },
  ],
  replies: { 302: { description: "Address of the provider.", headers: ["set-cookie"] } },
  errors: ["providerSignInOff"],
};

export const completeProviderSignIn: Operation = {
  id: "completeProviderSignIn",
  tag: TAGS.people,
  summary: "Return from the provider",
  description:
    "For browsers: the redirect URI of this gateway. It checks the answer against the cookie of the sign-in, and leads to the page that was asked for, or to the sign-in page with the reason.",
  key: "none",
  parameters: ["code", "state", "iss", "error"].map((name) => ({
    ...{ name, in: "query", schema: z.string() },
    description: "As the provider sends it.",
  })),
  replies: { 302: { description: "Address of a page.", headers: ["set-cookie"] } },
  errors: ["providerSignInOff"],
};

export const providerLogout: Operation = {
  id: "providerLogout",
  tag: TAGS.people,
  summary: "Sign out by the provider",
  description:
    "For the identity provider: ends the sessions that its logout token names (OpenID Connect Back-Channel Logout 1.0).",
  key: "none",
  body: {
    "application/x-www-form-urlencoded": {
      schema: z.looseObject({ logout_token: z.string() }),
      examples: { token: example("A logout token", { logout_token: "<JWT of the provider>" }) },
    },
  },
  replies: { 204: { description: "The sessions have ended." } },
  errors: [
    "providerSignInOff",
    "logoutTokenInvalid",
    "tooManyWrongCredentials",
    "bodyTooLarge",
    "bodyIncomplete",
    "bodyTooSlow",
  ],
};
