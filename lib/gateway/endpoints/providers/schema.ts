/** Request bodies of `/api/providers`. */
import { z } from "zod";
import { UPSTREAM_ID } from "#lib/config/config-file.ts";
import { findBaseUrlProblem } from "#lib/config/find-base-url-problem.ts";
import { MEDIA_DIALECTS, TEXT_DIALECTS } from "#lib/config/upstream-entry.ts";
import { cleanApiKey, cleanBaseUrl } from "#lib/upstreams/clean-base-url.ts";

const apiKey = z
  .string()
  .max(8_192)
  .transform(cleanApiKey)
  .refine((key) => /^[\x21-\x7e]*$/.test(key), { error: "a key without spaces and line breaks; copy it again" });

const baseUrl = z
  .string()
  .min(1, { error: "a URL such as https://api.example.com/v1" })
  .max(2_048)
  .transform(cleanBaseUrl)
  .superRefine((url, context) => {
    const problem = /[{}]/.test(url)
      ? "a URL without braces: fill in your own resource or region"
      : findBaseUrlProblem(url);
    if (problem) context.addIssue({ code: "custom", message: problem });
  });

const fields = {
  id: z
    .string()
    .regex(UPSTREAM_ID, { error: "lower-case letters, digits, - and _, at most 64" })
    .refine((id) => id !== "sandbox", { error: "another name: sandbox is the built-in provider" })
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
  models: z.array(z.string().min(1).max(500)).min(1).max(1_000).optional().describe("Its models, when it lists none."),
};

export const providerDraft = z
  .strictObject(fields)
  .meta({ id: "ProviderDraft", description: "A provider to connect." });
