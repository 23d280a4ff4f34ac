/** Request bodies of `/api/doctor`. */
import { z } from "zod";
import { TEXT_DIALECTS } from "#lib/config/upstream-entry.ts";
import { apiKey, baseUrl } from "#lib/gateway/request/provider-fields.ts";

const model = z.string().min(1).max(500).optional();

export const doctorRequest = z
  .strictObject({
    provider: z.string().min(1).max(64).optional().describe("Id of a provider that is in use, with its key."),
    base_url: baseUrl.optional().describe("Base URL of another server."),
    api_key: apiKey.optional().describe("API key for `base_url`. It is not stored."),
    api_formats: z
      .array(z.enum(TEXT_DIALECTS))
      .min(1)
      .max(TEXT_DIALECTS.length)
      .optional()
      .describe("APIs to try; the provider's by default, or all."),
    model: model.describe("Model to try; a small one of the server's list by default."),
    embedding_model: model.describe("Model for embeddings; one of the server's list by default."),
    max_tokens: z.int().min(16).max(10_000).default(512).describe("Limit on output tokens of most requests."),
  })
  .meta({ id: "DoctorRequest", description: "A server to try: `provider`, or `base_url` with its `api_key`." });

export type DoctorRequest = z.infer<typeof doctorRequest>;
