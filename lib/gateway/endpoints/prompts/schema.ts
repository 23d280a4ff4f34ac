/** Queries and bodies of `/api/prompts`. */
import { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import {
  LATEST,
  PROMPT_LABEL,
  PROMPT_NAME,
  PROMPT_VISIBILITIES,
  promptDefinitionSchema,
} from "#lib/contract/stored-prompt.ts";
import { queryNumber } from "#lib/contract/wire-schema.ts";
import { validate } from "#lib/http/validate.ts";

export const CURSOR = /^(\d{1,15})\.(pmpt_[A-Za-z0-9_-]{1,100})$/;
const PROMPT_ID = /^pmpt_[A-Za-z0-9_-]{1,100}$/;

const limit = queryNumber(1, 200).default(50).describe("Limit on the entries of a page.");

export const promptsQuery = z.strictObject({
  limit,
  cursor: z
    .string()
    .regex(CURSOR, { error: fieldRules.nextCursor })
    .optional()
    .describe("The `next_cursor` of the page before."),
  search: z.string().min(1).max(100).optional().describe("Text in the name or the description."),
});

export const versionsQuery = z.strictObject({
  limit,
  before: queryNumber(1, 1_000_000_000).optional().describe("Only versions with a lower number."),
});

const name = z
  .string()
  .regex(PROMPT_NAME, fieldRules.promptName)
  .describe("Name for calls, unique among your own prompts; slashes group names.");
const description = z.string().max(2_000).describe("Purpose of the prompt, for people.");
const note = z.string().max(2_000).describe("Change that this version makes.");
const visibility = z
  .enum(PROMPT_VISIBILITIES)
  .describe(
    "Principals that may read and call it: you; your group, which may add versions as well; or every key, which takes an admin.",
  );

export const createPromptSchema = z
  .strictObject({
    id: z
      .string()
      .regex(PROMPT_ID, fieldRules.promptId)
      .optional()
      .describe("Id that the prompt had elsewhere, so that calls of it go on working; made up when it is absent."),
    name,
    description: description.default(""),
    visibility: visibility.default("private"),
    note: note.default(""),
    definition: promptDefinitionSchema,
  })
  .meta({ id: "CreatePromptRequest", description: "A prompt with its first version." });

export const updatePromptSchema = z
  .strictObject({ name: name.optional(), description: description.optional(), visibility: visibility.optional() })
  .meta({ id: "UpdatePromptRequest", description: "The fields to change." });

export const createVersionSchema = z
  .strictObject({
    base_version: z.int().min(1).describe("Latest version that you have seen; a newer one is a 409."),
    note: note.default(""),
    definition: promptDefinitionSchema,
  })
  .meta({ id: "CreatePromptVersionRequest", description: "A version of a prompt." });

export const setLabelSchema = z
  .strictObject({ version: z.int().min(1).describe("Version that the label names from now on.") })
  .meta({ id: "SetPromptLabelRequest", description: "The version of a label." });

export const importSchema = z
  .strictObject({
    content: z
      .string()
      .min(1)
      .max(1_000_000)
      .describe("Text of the file: a Promptfoo configuration in YAML or JSON, or OpenAI's prompts in JSON."),
  })
  .meta({ id: "ImportPromptsRequest", description: "A file of another tool." });

export const RENDER_APIS = ["openai-chat", "openai-responses", "anthropic-messages", "google-generate"] as const;

export const renderSchema = z
  .strictObject({
    version: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe("A number, a label or `latest`; `production` or else the latest where it is absent."),
    variables: z.record(z.string(), z.unknown()).default({}).describe("Values of the variables."),
    api: z.enum(RENDER_APIS).default("openai-responses").describe("API whose request is written."),
    model: z.string().min(1).max(300).optional().describe("Model in place of the prompt's."),
  })
  .meta({ id: "RenderPromptRequest", description: "A version and the values of its variables." });

/** @throws GatewayError 400 */
export function readLabel(label = ""): string {
  const schema = z.object({
    label: z
      .string()
      .regex(PROMPT_LABEL, fieldRules.promptLabel)
      .refine((text) => text !== LATEST, { error: fieldRules.promptLabel }),
  });
  return validate(schema, { label }).label;
}
