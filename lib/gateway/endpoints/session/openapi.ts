/** OpenAPI operations of `/api/session`. */
import { z } from "zod";
import { JSON_ERRORS, KEY_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, TAGS } from "#lib/openapi/operation-parts.ts";
import { signInLinkSchema, signInSchema } from "./schema.ts";

const sessionSchema = z
  .looseObject({
    key_id: z.string().describe("`admin` for the admin key."),
    name: z.string(),
    scopes: z.array(z.string()),
    keys_command: z.string().describe("The command that creates a key on the server."),
    public_shares: z.boolean().describe("Whether this key may share pages that are read without a key."),
    public_shares_denied_by: z
      .enum(["gateway", "key"])
      .optional()
      .describe("Why not: the configuration allows none, or the key lacks the scope `publish`."),
  })
  .meta({ id: "Session", description: "Whose key it is, and what it may do." });

export const readSession: Operation = {
  id: "readSession",
  tag: TAGS.service,
  summary: "Who am I?",
  description: "The name and the scopes of the key, or of the key behind a signed-in browser's cookie.",
  key: "bearer",
  replies: {
    200: {
      description: "The key's name and scopes.",
      content: json(sessionSchema, {
        admin: example("The admin key", {
          key_id: "admin",
          name: "Admin key",
          scopes: ["admin", "inference"],
          keys_command: "parlance keys create",
          public_shares: true,
        }),
      }),
    },
  },
  errors: KEY_ERRORS,
};

export const signIn: Operation = {
  id: "signIn",
  tag: TAGS.service,
  summary: "Sign a browser in",
  description:
    "Exchanges an API key, or the token of the sign-in link that the server prints, for a session cookie. Programs do not need it: they send the key.",
  key: "none",
  body: json(signInSchema, { key: example("With an API key", { key: "<your key>" }) }),
  replies: { 204: { description: "Signed in.", headers: ["set-cookie"] } },
  errors: [...JSON_ERRORS, "signInKeyRejected", "signInLinkUsed", "tooManyWrongCredentials"],
};

export const createSignInLink: Operation = {
  id: "createSignInLink",
  tag: TAGS.service,
  summary: "Create a sign-in link",
  description:
    'Creates a link that signs one browser in with the key of this request, once, within 10 minutes. Needs a key with the scope "admin".',
  key: "bearer",
  replies: {
    201: {
      description: "The link.",
      content: json(signInLinkSchema),
    },
  },
  errors: KEY_ERRORS,
};

export const signOut: Operation = {
  id: "signOut",
  tag: TAGS.service,
  summary: "Sign a browser out",
  description: "Ends the cookie's session.",
  key: "bearer",
  replies: { 204: { description: "Signed out.", headers: ["set-cookie"] } },
  errors: KEY_ERRORS,
};
