/** OpenAPI operations of `/api/providers`. */

import { z } from "zod";
import { MEDIA_DIALECTS, TEXT_DIALECTS } from "#lib/config/upstream-entry.ts";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import type { Provider, ProviderTest } from "#lib/contract/provider.ts";
import { JSON_ERRORS, KEY_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { providerDraft } from "./schema.ts";

const apiFormats = z.array(z.enum([...TEXT_DIALECTS, ...MEDIA_DIALECTS]));

const providerSchema = z
  .looseObject({
    id: z.string().describe("Prefix of its models' names."),
    name: z.string(),
    preset: z.string().nullable(),
    source: z
      .enum(["built-in", "environment", "file", "stored"])
      .describe("Place where it is configured. Only `stored` ones change here."),
    base_url: z.string().nullable().describe("Null for a package of the AI SDK and the sandbox."),
    api_formats: apiFormats,
    has_key: z.boolean(),
    status: z.enum(["ready", "failing", "locked", "overridden"]),
    problem: z.string().nullable().describe("Reason for any other status than `ready`."),
    model_count: z.int().nullable().describe("Number of models that it lists."),
    models: z
      .array(z.string())
      .nullable()
      .describe("Models that were named instead of its list; null when its list is read."),
    keys: z
      .array(
        z.looseObject({
          variable: z.string(),
          state: z.enum(["active", "set aside"]),
          status: z.int().optional(),
          retry_in_ms: z.int().optional(),
        }),
      )
      .describe("States of its API keys, by their environment variables; empty when it has one or none."),
    out_of_use: z
      .array(z.looseObject({ model: z.string(), retry_in_ms: z.int() }))
      .describe("Models that routes leave out at present, because they fail."),
    created_at: z.int().nullable().describe("Unix milliseconds."),
    updated_at: z.int().nullable(),
  })
  .meta({ id: "Provider", description: "A provider. Its API key is never shown." });

const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(providerSchema),
    config: z.looseObject({ path: z.string(), problem: z.string().nullable() }),
  })
  .meta({ id: "ProviderList" });

const testSchema = z
  .looseObject({
    ok: z.boolean(),
    base_url: z.string().describe("Base URL that works, with a version where one was missing."),
    api_formats: apiFormats,
    models: z.array(z.string()),
    model_count: z.int(),
    model: z.string().nullable().describe("Model that responded to the test call; null when none did."),
    steps: z.array(
      z.looseObject({ name: z.enum(["connect", "models", "call"]), ok: z.boolean(), message: z.string(), ms: z.int() }),
    ),
  })
  .meta({ id: "ProviderTest" });

const localSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(z.looseObject({ preset: z.string(), name: z.string(), base_url: z.string(), model_count: z.int() })),
  })
  .meta({ id: "LocalServerList" });

const GROQ: Provider = {
  id: "groq",
  name: "Groq",
  preset: "groq",
  source: "stored",
  base_url: "https://api.groq.com/openai/v1",
  api_formats: ["openai-chat"],
  has_key: true,
  status: "ready",
  problem: null,
  model_count: 22,
  models: null,
  keys: [],
  out_of_use: [],
  created_at: 1_795_305_600_000,
  updated_at: 1_795_305_600_000,
};
const TEST: ProviderTest = {
  ok: true,
  base_url: "https://api.groq.com/openai/v1",
  api_formats: ["openai-chat"],
  models: ["openai/gpt-oss-120b"],
  model_count: 1,
  model: "openai/gpt-oss-120b",
  steps: [
    { name: "models", ok: true, message: "Connected. 1 model.", ms: 180 },
    { name: "call", ok: true, message: "openai/gpt-oss-120b responded.", ms: 240 },
  ],
};

const ADMIN_ONLY = 'Needs a key with the scope "admin", or a browser that signed in with one.';
const SAVING = "It is used at once, without a restart. Its API key is stored encrypted.";
const draft = json(providerDraft, {
  // Port 9 is closed everywhere, so that the example calls nobody.
  own: example("A server of your own", { id: "my-server", base_url: "http://127.0.0.1:9/v1", models: ["my-model"] }),
});
const providerId = pathParameter("provider_id", "Id of the provider.", "my-server");

const DRAFT_ERRORS: readonly ErrorName[] = [
  ...KEY_ERRORS,
  ...JSON_ERRORS,
  "providerIdMissing",
  "providerKeyNeededAgain",
];

export const listProviders: Operation = {
  id: "listProviders",
  tag: TAGS.providers,
  summary: "List the providers",
  description: `All providers, with the place where each is configured and whether its models can be listed. ${ADMIN_ONLY}`,
  key: "bearer",
  replies: { 200: { description: "The providers.", content: json(listSchema) } },
  errors: KEY_ERRORS,
};

export const listLocalServers: Operation = {
  id: "listLocalServers",
  tag: TAGS.providers,
  summary: "Find local servers",
  description: `Model servers that answer on their usual ports of the gateway's machine: Ollama, LM Studio, vLLM. ${ADMIN_ONLY}`,
  key: "bearer",
  replies: { 200: { description: "The servers.", content: json(localSchema) } },
  errors: KEY_ERRORS,
};

export const testProvider: Operation = {
  id: "testProvider",
  tag: TAGS.providers,
  summary: "Test a provider",
  description: `Reads the model list and sends one tiny call, without saving anything. ${ADMIN_ONLY}`,
  key: "bearer",
  body: draft,
  replies: { 200: { description: "What was found.", content: json(testSchema, { ok: example("It works", TEST) }) } },
  errors: DRAFT_ERRORS,
};

export const createProvider: Operation = {
  id: "createProvider",
  tag: TAGS.providers,
  summary: "Connect a provider",
  description: `${SAVING} ${ADMIN_ONLY}`,
  key: "bearer",
  body: draft,
  replies: {
    201: { description: "The provider.", content: json(providerSchema, { groq: example("Connected", GROQ) }) },
  },
  errors: [...DRAFT_ERRORS, "providerExists", "secretKeyDiffers"],
};

export const replaceProvider: Operation = {
  id: "replaceProvider",
  tag: TAGS.providers,
  summary: "Change a provider",
  description: `Fields that are left out stay as they are. A new host needs the API key again. ${SAVING} ${ADMIN_ONLY}`,
  key: "bearer",
  parameters: [providerId],
  body: draft,
  replies: { 200: { description: "The provider.", content: json(providerSchema) } },
  errors: [...DRAFT_ERRORS, "providerUnknown", "providerConfigured", "secretKeyDiffers"],
};

export const removeProvider: Operation = {
  id: "removeProvider",
  tag: TAGS.providers,
  summary: "Disconnect a provider",
  description: `Removes it and its API key. Requests that have begun end normally. ${ADMIN_ONLY}`,
  key: "bearer",
  parameters: [providerId],
  replies: {
    200: {
      description: "It is removed.",
      content: json(z.looseObject({ id: z.string(), deleted: z.literal(true) })),
    },
  },
  errors: [...KEY_ERRORS, "providerUnknown", "providerConfigured"],
};
