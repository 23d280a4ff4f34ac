/** OpenAPI operations of `/api/session`. */
import { z } from "zod";
import { type BrowserSessionList, PERSON_ROLES } from "#lib/contract/person.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { JSON_ERRORS, KEY_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { sessionsQuery, signInLinkSchema, signInSchema } from "./schema.ts";

const sessionSchema = z
  .looseObject({
    key_id: z.string().describe("`admin` for the admin key."),
    name: z.string(),
    scopes: z.array(z.string()),
    keys_command: z.string().describe("The command that creates a key on the server."),
    person: z
      .looseObject({
        id: z.string(),
        email: z.string().nullable(),
        role: z.enum(PERSON_ROLES),
        team: z.string().nullable(),
      })
      .optional()
      .describe("Person who signed in through the identity provider."),
    stores_conversations: z.boolean().describe("Whether the gateway stores conversations of the playground."),
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
          stores_conversations: false,
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
  description:
    "Ends the cookie's session. A person who signed in through the identity provider gets the address that ends the session there.",
  key: "bearer",
  replies: {
    200: {
      description: "Signed out here; the browser goes on to the provider.",
      content: json(z.looseObject({ sign_out_url: z.string() })),
      headers: ["set-cookie"],
    },
    204: { description: "Signed out.", headers: ["set-cookie"] },
  },
  errors: KEY_ERRORS,
};

const browserSessionSchema = z
  .looseObject({
    object: z.literal("session"),
    id: z.string(),
    current: z.boolean().describe("True for the session of this request."),
    owner: z.looseObject({ id: z.string(), name: z.string() }).describe("Key or person that is signed in."),
    created_at: z.int(),
    last_seen_at: z.int().nullable().describe("Written at most once a minute."),
    expires_at: z.int(),
    address: z.string().nullable().describe("Network address that signed in; of IPv6 the /64."),
    user_agent: z.string().nullable(),
  })
  .meta({ id: "BrowserSession" });

export const listSessions: Operation = {
  id: "listSessions",
  tag: TAGS.people,
  summary: "List sessions",
  description: "Browsers that are signed in with this key or as this person, the latest first. Admins may read all.",
  key: "bearer",
  parameters: describeQueryParameters(sessionsQuery),
  replies: {
    200: {
      description: "A page of sessions.",
      content: json(
        z
          .looseObject({
            object: z.literal("list"),
            data: z.array(browserSessionSchema),
            has_more: z.boolean(),
            next_cursor: z.string().nullable(),
          })
          .meta({ id: "BrowserSessionList" }) satisfies z.ZodType<BrowserSessionList>,
      ),
    },
  },
  errors: [...READ_ERRORS, "otherSessionsNeedAdmin", "roleRequired"],
};

export const revokeSession: Operation = {
  id: "revokeSession",
  tag: TAGS.people,
  summary: "End a session",
  description: "Signs a browser out, on every instance within seconds: one's own, and any for admins.",
  key: "bearer",
  parameters: [pathParameter("session_id", "Id of the session.", "session_1")],
  replies: {
    200: {
      description: "The session has ended.",
      content: json(z.looseObject({ id: z.string(), object: z.literal("session"), deleted: z.literal(true) })),
    },
  },
  errors: [...KEY_ERRORS, "sessionNotFound"],
};
