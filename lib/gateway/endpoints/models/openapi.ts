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
    id: z.string().describe("Name in requests: `<provider>/<model>`, or an alias."),
    object: z.literal("model"),
    created: z.int().describe("Unix time in seconds; 0 where the provider does not state it."),
    owned_by: z.string().describe("Id of the provider, or `alias`."),
    type: z.literal("model"),
    display_name: z.string(),
    created_at: z.iso.datetime(),
    name: z.string().describe("`models/<id>`, for Google's SDKs."),
    version: z.string(),
    displayName: z.string(),
    supportedGenerationMethods: z.array(z.string()),
    description: z.string().optional(),
    context_window: z.int().optional().describe("In tokens."),
    inputTokenLimit: z.int().optional(),
    max_output_tokens: z.int().optional(),
    outputTokenLimit: z.int().optional(),
    capabilities: z.looseObject({}).optional().describe("What it accepts and creates, where known."),
    pricing: modelPrices
      .optional()
      .describe(
        "US dollars per million tokens, and per image, second, character and request, where known: the operator's own, otherwise the published ones.",
      ),
    api_formats: z
      .array(z.string())
      .optional()
      .describe("APIs that its provider speaks; absent for a package of the AI SDK."),
    retires_at: z.iso.datetime().optional().describe("Date of its retirement, where known."),
    replaced_by: z.string().optional().describe("Model to use instead of a retiring one."),
    alias_of: z.string().optional().describe("Model of an alias."),
    targets: z.array(z.string()).optional().describe("Models of a route, its fallbacks last."),
  })
  .meta({ id: "Model", description: "One body with the fields that OpenAI's, Anthropic's and Google's SDKs read." });

const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(modelSchema),
    has_more: z.literal(false).describe("All models are on this one page."),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    models: z.array(modelSchema).describe("The same as `data`, for Google's SDKs."),
    default: z
      .string()
      .optional()
      .describe("Model of the alias `default`; absent when the sandbox is disabled and none is configured."),
    unavailable: z
      .array(z.looseObject({ upstream: z.string(), message: z.string() }))
      .optional()
      .describe("Providers whose list could not be read, and why."),
  })
  .meta({ id: "ModelList" });

const named = (id: string, version: ApiVersion) => (version === "v1beta" ? `${id}V1beta` : id);
const getKeyPlace = (version: ApiVersion) => (version === "v1beta" ? "providerApiKey" : "bearer");

export const listModels = (version: ApiVersion): Operation => ({
  id: named("listModels", version),
  tag: TAGS.models,
  summary: "List the models",
  description: "Aliases, the models of every provider and the sandbox's, in one body for the SDKs of every API.",
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
    pathParameter("model", "`<provider>/<model>` or an alias. Slashes may be written as `%2F`.", "sandbox/guide"),
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
