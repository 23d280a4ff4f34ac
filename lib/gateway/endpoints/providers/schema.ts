/** Request bodies of `/api/providers`. */
import { z } from "zod";
import { UPSTREAM_ID } from "#lib/config/config-file.ts";
import { MEDIA_DIALECTS, TEXT_DIALECTS } from "#lib/config/upstream-entry.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { apiKey, baseUrl } from "#lib/gateway/request/provider-fields.ts";

const fields = {
  id: z
    .string()
    .regex(UPSTREAM_ID, { error: fieldRules.providerId })
    .refine((id) => id !== "sandbox", { error: fieldRules.notSandbox })
    .optional()
    .describe("Prefix of its models' names; the preset's id by default."),
  name: z.string().trim().min(1).max(100).optional().describe("Name on screen."),
  preset: z.string().max(64).optional().describe("Preset that fills in what is absent."),
  base_url: baseUrl.optional().describe("Base URL; the preset's by default."),
  api_key: apiKey.optional().describe("API key. It is stored encrypted, and never returned."),
  api_formats: z
    .array(z.enum([...TEXT_DIALECTS, ...MEDIA_DIALECTS]))
    .min(1)
    .optional()
    .describe("APIs that it speaks; the preset's by default, otherwise `openai-chat`."),
  models: z
    .array(z.string().min(1).max(500))
    .max(1_000)
    .optional()
    .describe("Its models, instead of its own list. Empty: its own list."),
};

export const providerDraft = z
  .strictObject(fields)
  .meta({ id: "ProviderDraft", description: "A provider to connect." });
