/** OpenAPI operations of the model lists. */

import { z } from "zod";
import { modelPrices } from "#lib/config/model-prices.ts";
import { modelHealthList } from "#lib/contract/model-health.ts";
import type { ApiVersion } from "#lib/gateway/request/google-paths.ts";
import { KEY_ERRORS, MODEL_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";

const modelSchema = z
  .looseObject({
    id: z.string().describe("What a request names it by: `<upstream>/<model>`, or an alias."),
    object: z.literal("model"),
    created: z.int().describe("Unix time in seconds; 0 where the upstream does not say."),
    owned_by: z.string().describe("Id of the upstream, or `alias`."),
    type: z.literal("model"),
    display_name: z.string(),
    created_at: z.iso.datetime(),
    name: z.string().describe("`models/<id>`, for Google's clients."),
    version: z.string(),
    displayName: z.string(),
    supportedGenerationMethods: z.array(z.string()),
    description: z.string().optional(),
    context_window: z.int().optional().describe("In tokens."),
    inputTokenLimit: z.int().optional(),
    max_output_tokens: z.int().optional(),
    outputTokenLimit: z.int().optional(),
    capabilities: z.looseObject({}).optional().describe("What it takes and makes, where that is known."),
    pricing: modelPrices
      .optional()
      .describe("US dollars for a million tokens, where they are known: the operator's own, else as published."),
    api_formats: z.array(z.string()).optional().describe("APIs that its upstream speaks, where it is a server."),
    retires_at: z.iso.datetime().optional().describe("When it is retired, where that is known."),
    replaced_by: z.string().optional().describe("Model to use instead of a retiring one."),
    alias_of: z.string().optional().describe("The model that an alias stands for."),
  })
  .meta({ id: "Model", description: "One body with the keys of all three families of clients." });

const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(modelSchema),
    has_more: z.literal(false).describe("All models are on this one page."),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    models: z.array(modelSchema).describe("The same as `data`, for Google's clients."),
    default: z
      .string()
      .optional()
      .describe(
        "The model that the alias `default` stands for; absent where the sandbox is switched off and none is configured.",
      ),
    unavailable: z
      .array(z.looseObject({ upstream: z.string(), message: z.string() }))
      .optional()
      .describe("Upstreams whose list could not be had, and why."),
  })
  .meta({ id: "ModelList" });

const named = (id: string, version: ApiVersion) => (version === "v1beta" ? `${id}V1beta` : id);
const getKeyPlace = (version: ApiVersion) => (version === "v1beta" ? "providerApiKey" : "bearer");

export const listModels = (version: ApiVersion): Operation => ({
  id: named("listModels", version),
  tag: TAGS.models,
  summary: "List the models",
  description: "Aliases, the models of every upstream and the sandbox's, in one body for all conventions.",
  key: getKeyPlace(version),
  replies: { 200: { description: "All models.", content: json(listSchema) } },
  errors: KEY_ERRORS,
});

export const readModel = (version: ApiVersion): Operation => ({
  id: named("readModel", version),
  tag: TAGS.models,
  summary: "Read one model",
  description: "One entry of the list.",
  key: getKeyPlace(version),
  parameters: [
    pathParameter("model", "`<upstream>/<model>` or an alias, slashes and all, bare or as `%2F`.", "sandbox/guide"),
  ],
  replies: { 200: { description: "The model.", content: json(modelSchema) } },
  errors: [...READ_ERRORS, ...MODEL_ERRORS, "modelNotListed", "modelActionNotFound", "modelNameEncodingInvalid"],
});

export const readModelHealth: Operation = {
  id: "readModelHealth",
  tag: TAGS.models,
  summary: "Read the health of the models",
  description:
    "Requests, errors and median latency of the last hour by model, from the request log; at most 30 seconds old. A key with the scope `admin` sees everybody's requests, every other key its own.",
  key: "bearer",
  replies: {
    200: {
      description: "The models with requests in the last hour, those with the most first.",
      content: json(modelHealthList, {
        hour: example("One model", {
          object: "list",
          from: 1_767_225_600_000,
          data: [{ model: "sandbox/echo", requests: 12, errors: 1, first_byte_p50_ms: 3.1, total_p50_ms: 3.3 }],
        }),
      }),
    },
  },
  errors: KEY_ERRORS,
};
