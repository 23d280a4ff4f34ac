/** OpenAPI operations of `/api/keys`. */
import { z } from "zod";
import { policyFields } from "#lib/config/key-rules.ts";
import type { ApiKey, ApiKeyList, CreatedApiKey } from "#lib/contract/api-key.ts";
import { JSON_ERRORS, KEY_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { KEY_SCOPES } from "#lib/store/key-fields.ts";
import { createKeySchema, rotateKeySchema, updateKeySchema } from "./schema.ts";

const fields = {
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe("What its secret begins with, enough to recognise it."),
  scopes: z.array(z.enum(KEY_SCOPES)).describe("What it may do."),
  created_at: z.int().describe("Unix milliseconds, as all times here."),
  expires_at: z.int().nullable().describe("Null for one that lasts until it is revoked."),
  last_used_at: z.int().nullable().describe("Null for one that was never used; written within seconds of its use."),
  revoked_at: z.int().nullable().describe("Null while it is not revoked."),
  disabled_at: z.int().nullable().describe("Null while it is not disabled."),
  group: z.string().nullable().describe("Group of the config file whose limits it shares."),
  tags: z.array(z.string()),
  person_id: z.string().nullable().describe("Person whose key it is; null for a key of the gateway."),
  previous_secret_expires_at: z
    .int()
    .nullable()
    .describe("Until when the secret before the last rotation works; null without a rotation."),
  ...policyFields,
  use: z
    .array(
      z.looseObject({
        limit: z.enum([
          "requests_per_minute",
          "tokens_per_minute",
          "concurrent_requests",
          "usd_per_day",
          "usd_per_month",
        ]),
        owner: z.enum(["key", "group"]).describe("The key, or the group whose limits it shares."),
        amount: z.number().describe("The limit."),
        used: z.number().describe("Used of it, with what running requests are expected to take."),
        remaining: z.number(),
        resets_at: z.int().nullable().describe("When `used` starts over; null for requests at the same time."),
      }),
    )
    .describe("State of its limits and of its group's; empty without limits."),
};

const keySchema = z
  .looseObject(fields)
  .meta({ id: "ApiKey", description: "A key of this gateway. Its secret is stored as a hash, and shown nowhere." });

const createdSchema = z
  .looseObject({ ...fields, secret: z.string().describe("The key itself. It is not shown again.") })
  .meta({ id: "CreatedApiKey", description: "A key that was made, with its secret." });

const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(keySchema),
    groups: z.record(z.string(), z.looseObject(policyFields)).describe("Groups of the config file, by name."),
    defaults: z.looseObject(policyFields).describe("Limits of new keys, unless they are given others."),
  })
  .meta({ id: "ApiKeyList" }) satisfies z.ZodType<ApiKeyList>;

const APP: ApiKey = {
  id: "key_3f1c9a5be20d7c4488",
  name: "My app",
  prefix: "pk_Zt3Vq9Lx",
  scopes: ["inference"],
  created_at: 1_795_305_600_000,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  disabled_at: null,
  group: null,
  tags: [],
  person_id: null,
  previous_secret_expires_at: null,
  limits: {},
  budget: {},
  models: null,
  routes: null,
  use: [],
};
const CREATED: CreatedApiKey = { ...APP, secret: "pk_Zt3Vq9Lx…" };

const ADMIN_ONLY = 'Needs a key with the scope "admin", or a browser that signed in with one.';

export const listKeys: Operation = {
  id: "listKeys",
  tag: TAGS.keys,
  summary: "List the keys",
  description: `All keys, newest first, expired and revoked ones too. ${ADMIN_ONLY}`,
  key: "bearer",
  replies: { 200: { description: "The keys.", content: json(listSchema) } },
  errors: KEY_ERRORS,
};

export const createKey: Operation = {
  id: "createKey",
  tag: TAGS.keys,
  summary: "Make a key",
  description: `The answer holds the secret, this once. ${ADMIN_ONLY}`,
  key: "bearer",
  body: json(createKeySchema, {
    app: example("For a program", { name: "My app" }),
    month: example("For a month", { name: "My app", scopes: ["inference"], expires_in: "30d" }),
    limited: example("With limits", {
      name: "CI",
      limits: { requests_per_minute: 60, concurrent_requests: 8 },
      budget: { usd_per_day: 5 },
      models: ["fast"],
    }),
  }),
  replies: {
    201: { description: "The key.", content: json(createdSchema, { app: example("For a program", CREATED) }) },
  },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, "personalKeyField", "personalKeyLimit"],
};

const ONE_KEY = [pathParameter("key_id", "The key's id.", APP.id)];

export const updateKey: Operation = {
  id: "updateKey",
  tag: TAGS.keys,
  summary: "Change a key",
  description: `Changes the fields that the request has, and no others: at once in the process that answers, within five seconds in others. ${ADMIN_ONLY}`,
  key: "bearer",
  parameters: ONE_KEY,
  body: json(updateKeySchema, {
    limits: example("Raise a limit", { limits: { requests_per_minute: 120 } }),
    disable: example("Disable it", { disabled: true }),
  }),
  replies: { 200: { description: "The key with its changes.", content: json(keySchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, "keyNotFound", "personalKeyField"],
};

export const rotateKey: Operation = {
  id: "rotateKey",
  tag: TAGS.keys,
  summary: "Rotate a key",
  description: `Gives the key a new secret, which the answer holds this once. The old one works for the overlap. Its id, limits and usage stay. ${ADMIN_ONLY}`,
  key: "bearer",
  parameters: ONE_KEY,
  body: json(rotateKeySchema, { hour: example("An hour of overlap", { overlap_seconds: 3_600 }) }),
  replies: { 200: { description: "The key with its new secret.", content: json(createdSchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, "keyNotFound"],
};

export const revokeKey: Operation = {
  id: "revokeKey",
  tag: TAGS.keys,
  summary: "Revoke a key",
  description: `Ends it and the sessions of browsers that signed in with it: at once in the process that answers, within five seconds in others. It stays in the list. ${ADMIN_ONLY}`,
  key: "bearer",
  parameters: ONE_KEY,
  replies: {
    200: {
      description: "The key, revoked now or before.",
      content: json(keySchema),
    },
  },
  errors: [...KEY_ERRORS, "keyNotFound", "keyAmbiguous"],
};
